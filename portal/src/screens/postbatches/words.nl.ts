import { count } from '../../messages/index.svelte.ts'
import type { wordsEn } from './words.en.ts'
import { stoppedNl } from './words.stopped.ts'

export const wordsNl: typeof wordsEn = {
  newPostbatch: 'Nieuwe mailing',
  name: 'Naam',
  design: 'Sjabloon',
  designHint: 'Sjablonen die klaar zijn voor gebruik. De lijst met ontvangers komt hierna.',
  ownDesign: 'Of maak een ander sjabloon',
  ownPdf: 'Heb je de brief al?',
  ownPdfText: 'Een PDF uit je tekstverwerker of van je ontwerper. Laat vrij waar het adres komt.',
  uploadPdf: 'Upload je brief (PDF)',
  waits: (name) =>
    `${name ? `De mailing “${name}” wacht` : 'Je mailing wacht'} op deze brief. Bekijk hem, en publiceer hem.`,
  waitsReady: (name) => `De brief is klaar voor ${name ? `de mailing “${name}”` : 'je mailing'}.`,
  waitsGo: 'Ga door met de mailing',
  begin: 'Beginnen',
  pieces: 'Stuks',
  none: 'Nog geen mailings',
  noneText: 'Met een mailing stuur je één sjabloon naar een lijst.',
  noneMatches: 'Geen mailing heeft die status.',
  steps: 'De weg van deze mailing',
  stateWords: { done: 'klaar', current: 'nu', ahead: 'volgt', failed: 'mislukt' },
  recipients: 'Ontvangers',
  map: 'Kolommen',
  mend: 'Verbeteren',
  check: 'Bekijken en prijs',
  follow: 'Onderweg',
  recipientsText:
    'Sleep je lijst hierheen, zoals hij is: een CSV of Excel-bestand met één ontvanger per rij.',
  choose: 'Kies een bestand',
  uploading: 'Bestand wordt verstuurd',
  sheet: 'Blad',
  sheetRows: (name, rows, isHidden) => `${name} (${rows} rijen${isHidden ? ', verborgen' : ''})`,
  useSheet: 'Gebruik dit blad',
  mapText: 'Zeg wat er in welke kolom staat. Wat we herkenden, is al ingevuld.',
  field: 'Wat we nodig hebben',
  column: 'Kolom in je lijst',
  samples: 'Wat erin staat',
  suggested: 'voorgesteld',
  needed: 'nodig',
  notUsed: 'Staat niet in de lijst',
  beforeName: 'Vóór de naam, bijvoorbeeld een aanspreekvorm',
  nothingBefore: 'Niets',
  countryForAll: (country) => `Voor allemaal: ${country}`,
  countryWhereEmpty: (country) => `Waar niets staat: ${country}`,
  usePreset: 'Kolommen zoals in',
  recognised: 'Wat in deze lijst herkend is',
  fromPreset: 'uit de voorinstelling',
  presetLacks: (columns) => `Deze lijst heeft geen kolom ${columns}. Is dit de goede voorinstelling?`,
  changePreset: (name) => `Bewaar de wijziging in de voorinstelling “${name}”`,
  presetName: 'Bewaar deze kolommen onder een naam, voor de volgende lijst (hoeft niet)',
  checkList: 'Controleer de lijst',
  reading: 'De lijst wordt gelezen',
  fields: {
    'recipient.name': 'Naam',
    'recipient.companyName': 'Bedrijf',
    'recipient.street': 'Straat',
    'recipient.houseNumber': 'Huisnummer',
    'recipient.houseNumberSuffix': 'Toevoeging',
    'recipient.addressLine2': 'Extra regel',
    'recipient.postalCode': 'Postcode',
    'recipient.city': 'Plaats',
    'recipient.region': 'Regio',
    'recipient.country': 'Land',
    reference: 'Jouw nummer',
  },
  inDesign: (name) => `In het sjabloon: ${name}`,
  suppressed: (rows) =>
    rows === '1'
      ? '1 daarvan staat op de blokkadelijst en wordt overgeslagen.'
      : `${rows} daarvan staan op de blokkadelijst en worden overgeslagen.`,
  takingMended: 'De verbeterde rijen worden opgenomen.',
  firstRows: (count) => `De eerste ${count} staan hier; het bestand met foute rijen heeft ze allemaal.`,
  stillBad: (rows) =>
    rows === 1 ? '1 rij moet je nog verbeteren.' : `${rows} rijen moet je nog verbeteren.`,
  leftByHand: (left, file, rows) =>
    rows.length === 0
      ? `${count(left)} ${left === 1 ? 'rij' : 'rijen'} uit ${file} ${left === 1 ? 'is' : 'zijn'} met de hand weggelaten`
      : `${rows.length === 1 ? 'Rij' : 'Rijen'} ${rows.join(', ')} uit ${file} ${rows.length === 1 ? 'is' : 'zijn'} met de hand weggelaten`,
  leftForgotten: 'Welke rijen dat waren, blijft maar 30 dagen bewaard.',
  whoLeftOut: 'Wie wordt overgeslagen, en waarom',
  mapAgain: 'Kies de kolommen opnieuw',
  takesPlace: (good, file) =>
    `De ${good} goede rijen van ${file} zitten nog niet in de mailing. Een andere lijst komt ervoor in de plaats: geef alle ontvangers, niet alleen de verbeterde.`,
  withoutList: (file) => `Ga door zonder ${file}`,
  row: 'Rij',
  twice: (row) => `Dezelfde persoon op hetzelfde adres zit al in deze mailing${row ? ` (rij ${row})` : ''}.`,
  leaveOut: 'Weglaten',
  isChanged: 'Gewijzigd: nog niet gecontroleerd.',
  isLeftOut: 'Wordt weggelaten zodra de rijen gecontroleerd zijn.',
  takeBack: 'Laat deze toch staan',
  problem: 'Wat er mis is',
  sendAgain: 'Controleer de verbeterde rijen',
  without: 'Ga door zonder deze rijen',
  downloadErrors: 'Bewaar de foute rijen (CSV)',
  checked: (good, left, bad) =>
    [
      good > 0 ? `${count(good)} verbeterde ${good === 1 ? 'rij is' : 'rijen zijn'} goed.` : '',
      left > 0 ? `${count(left)} ${left === 1 ? 'rij is' : 'rijen zijn'} weggelaten.` : '',
      bad > 0 ? `${count(bad)} ${bad === 1 ? 'rij moet' : 'rijen moeten'} nog verbeterd worden.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  cancelledTitle: 'Deze mailing is geannuleerd',
  beginAgain: 'Begin een nieuwe mailing',
  testOnly: 'Dit was een test: er wordt niets gedrukt of bezorgd',
  tried: 'Uitgeprobeerd',
  forReal: 'Verstuur deze in het echt',
  forRealText:
    'De echte mailing begint met hetzelfde sjabloon en dezelfde ontvangers, zoals je ze verbeterd hebt. Er gaat niets weg voordat je hem daar goedkeurt.',
  isTest: 'Je bent nu in de livemodus, en deze mailing is een test. Dat blijft hij ook.',
  copyStopped: (count) =>
    `Het overnemen van de ontvangers is na ${count} gestopt, omdat wie het startte dat niet meer mag. Annuleer deze mailing en maak een nieuwe uit de test.`,
  copying: (count) => `De ontvangers worden overgenomen uit de test: ${count} tot nu toe.`,
  copied: (taken, left) =>
    left > 0
      ? `${count(taken)} van ${count(taken + left)} ontvangers zijn overgenomen.`
      : taken === 1
        ? 'De ene ontvanger is overgenomen.'
        : `Alle ${count(taken)} ontvangers zijn overgenomen.`,
  leftOutBefore: (left) =>
    left === 1
      ? '1 is eerder tegengehouden: het vroeg aandacht, of staat op de blokkadelijst.'
      : `${count(left)} zijn eerder tegengehouden: ze vroegen aandacht, of staan op de blokkadelijst.`,
  tryOrReal: 'Wil je het uitproberen, of in het echt versturen?',
  modes: { test: 'Eerst uitproberen', live: 'In het echt versturen' },
  modeHints: {
    test: 'Je ziet elke brief. Er wordt niets gedrukt, bezorgd of berekend. Daarna verstuur je hetzelfde in het echt.',
    live: 'Het wordt gedrukt en bezorgd zodra je het hebt goedgekeurd.',
  },
  senderTitle: 'Wie het verstuurt',
  sender: 'Retouradres',
  senderHint: 'Staat klein boven de ontvanger; wat niet bezorgd kan worden, komt daar terug.',
  senderDefault: (name) => `${name} (het gewone)`,
  senderNone: 'Geen',
  senderLacks: 'Er is nog geen retouradres',
  senderMissing:
    'Brieven die niet bezorgd kunnen worden, komen daar terug. Het staat klein boven de ontvanger.',
  senderAsk: 'Vraag iemand die de instellingen van je organisatie beheert om er een toe te voegen.',
  addSender: 'Voeg een retouradres toe',
  targetLacks: 'De code om te scannen leidt nog nergens heen',
  targetText:
    'Het sjabloon drukt een code die lezers met hun telefoon scannen. Zeg welke webpagina die opent.',
  targetAsk:
    'Het sjabloon drukt een code die lezers met hun telefoon scannen. Wie mailings voorbereidt, moet zeggen welke webpagina die opent.',
  targetTitle: 'Waar de code om te scannen heen leidt',
  targetSet: 'Lezers die de code op het stuk met hun telefoon scannen, komen op deze webpagina.',
  target: 'Webpagina',
  saveTarget: 'Gebruik deze pagina',
  baseUrlLacks: 'De code om te scannen en de links op de brief werken nog niet',
  baseUrlOperator:
    'Ze leiden naar deze computer, waar lezers niet bij kunnen. Kies een sjabloon zonder code, of start de server met het openbare webadres waarop hij bereikbaar is:',
  baseUrlAsk:
    'Ze leiden naar een adres waar lezers niet bij kunnen. Vraag wie deze server beheert om een openbaar webadres, of kies een sjabloon zonder code.',
  noCostCentre: 'geen',
  changeCostCentre: 'Wijzigen …',
  costCentreHint:
    'De ontvangers van deze mailing krijgen hem ook, behalve die waarvan de rij een andere noemt. De prijs wordt daarna opnieuw berekend.',
  obstacles: 'Wat er nog nodig is voordat je kunt goedkeuren',
  beforeReal: 'Voordat dit in het echt kan worden verstuurd',
  beforeRealText: 'De test kan zonder. Regel het nu, dan hoeft de echte mailing nergens op te wachten.',
  hindered: (things) =>
    things === 1
      ? 'Er is nog één ding nodig voor goedkeuren kan.'
      : `Er zijn nog ${things} dingen nodig voor goedkeuren kan.`,
  showObstacles: 'Laat zien wat nodig is',
  categoryLacks: (key) => `De livemodus heeft geen reclamecategorie “${key}”`,
  categoryText:
    'De mailing noemt die, zodat lezers die zulke reclame niet willen, worden overgeslagen. Ga naar de livemodus, en voeg haar daar toe.',
  categoryAsk:
    'De mailing noemt die, zodat lezers die zulke reclame niet willen, worden overgeslagen. Vraag wie de blokkades beheert om haar in de livemodus toe te voegen.',
  toCategories: 'Naar de reclamecategorieën',
  nextTitle: 'Wat er nu gebeurt',
  nextTitleTest: 'Wat er zou gebeuren, op de testklok',
  wouldRun: (cutoff) => `Als je nu goedkeurt, wordt het met de andere post gedrukt na ${cutoff}.`,
  nextRunAlone: (cutoff) => `Het wordt gedrukt na ${cutoff}.`,
  wouldRunTest: (cutoff) =>
    `Was dit geen test en werd het nu goedgekeurd, dan zou het met de andere post gedrukt worden na ${cutoff}.`,
  nextRun: (cutoff) => `Het wordt gedrukt na ${cutoff}; tot dan kun je nog annuleren.`,
  nextPost: (posted, arrives) => `Het gaat op ${posted} naar de post, en zou op ${arrives} aankomen.`,
  wouldPost: (posted, arrives) =>
    `De post zou het op ${posted} krijgen, en het zou op ${arrives} op de mat liggen.`,
  itsRun: 'De drukgang waarin het gedrukt wordt',
  nextScheduling: 'Het is goedgekeurd, en krijgt zijn plaats in wat er gedrukt wordt.',
  nextPrinting: 'De mailing is in productie of onderweg met de post, en kan niet meer geannuleerd worden.',
  nextTestPrinting: 'De testdrukker heeft het. Zet de testklok vooruit om het te zien aankomen.',
  nextDone: 'Het is bezorgd, voor zover wij weten.',
  nextTestDone: 'Alles is aangekomen, in de test.',
  nextCancelled: 'Het is geannuleerd. Er wordt niets van gedrukt.',
  ended: 'Aangekomen of geëindigd',
  endedOf: (some, all) => `${some} van ${all} zijn aangekomen of anders geëindigd.`,
  allArrived: (all) => (all === 1 ? 'Het is aangekomen.' : `Alle ${count(all)} zijn aangekomen.`),
  rowsText:
    'Verbeter de rijen hier en laat ze controleren, of verbeter de hele lijst in je eigen programma en geef hem opnieuw.',
  itemsIn: (count) => `Er zitten ${count} ontvangers in deze mailing.`,
  price: 'Bereken de prijs',
  pricing: 'Elk stuk wordt bekeken',
  cost: 'Wat het kost',
  costTest: 'Wat het in het echt kost; de test is gratis',
  perPiece: 'Per stuk',
  zones: { domestic: 'Binnenland', europe: 'Europa', world: 'Wereld' },
  subtotal: 'Zonder btw',
  vat: 'Btw',
  total: 'Totaal',
  leftOut: 'Niet berekend',
  leftOutText: (attention, suppressed) =>
    [
      attention > 0 ? `${count(attention)} ${attention === 1 ? 'vraagt' : 'vragen'} aandacht` : '',
      suppressed > 0 ? `${count(suppressed)} op de blokkadelijst` : '',
    ]
      .filter(Boolean)
      .join('; '),
  missing: (amount) => `Er staat ${amount} te weinig op het saldo`,
  missingText: (cost, available) => `Het kost ${cost} zonder btw, en er is ${available} beschikbaar.`,
  missingUntold: 'Er is te weinig saldo',
  missingUntoldText: 'Wie de post van je organisatie betaalt, moet het eerst opwaarderen.',
  capUntold: 'Een bestedingslimiet staat het niet toe',
  capUntoldText:
    'Wie de post van je organisatie betaalt, moet die eerst verhogen, of er moet een nieuwe maand beginnen.',
  missingAsk: 'Vraag iemand die het geld van je organisatie beheert om het saldo aan te vullen.',
  topUp: (amount) => `Vul ${amount} aan`,
  topUpWaits: (amount, reference) =>
    `Een aanvulling van ${amount} (${reference}) is aangevraagd; het geld is nog niet binnen. Zodra het er is, kan de mailing gaan.`,
  toTopUp: 'Bekijk hoe je betaalt',
  sentBefore: (some) =>
    `${count(some)} van deze ontvangers ${some === 1 ? 'kreeg' : 'kregen'} dit sjabloon al toegestuurd`,
  sentBeforeWhen: (days, last, isMailing) =>
    `In de laatste ${days} dagen, het laatst op ${last} ${isMailing ? 'in de mailing' : 'via de Postflow'}`,
  sentBeforeGone: 'die sindsdien is verwijderd',
  sentBeforeThen: (isTest) =>
    isTest
      ? 'In testmodus krijgt niemand iets; in het echt zouden ze het opnieuw krijgen.'
      : 'Als je dit goedkeurt, krijgen ze het opnieuw.',
  look: 'Bekijk de stukken',
  pieceOf: (at, all) => `Stuk ${at} van ${all}`,
  goToPiece: 'Nummer, naam of adres',
  findPiece: 'Zoeken',
  correctPiece: 'Verbeteren of weglaten …',
  findNext: 'Volgende',
  finding: 'Bezig met zoeken …',
  noPiece: 'Geen stuk heeft dat in nummer, naam, adres of kenmerk.',
  previous: 'Vorige stuk',
  next: 'Volgende stuk',
  approve: 'Goedkeuren',
  notSeenYet: 'Je kunt goedkeuren zodra het beeld van het stuk er is.',
  approveText: (count) => `Typ ${count} om ${count} ${count === '1' ? 'stuk' : 'stuks'} te versturen.`,
  approveLive: 'Ze worden gedrukt, bezorgd en in rekening gebracht.',
  approveTest: 'Dit is testmodus: er wordt niets gedrukt en niets berekend.',
  count: 'Aantal stuks',
  rejectTitle: 'Deze mailing afkeuren',
  rejectAsk:
    'Er wordt niets van verstuurd. De mailing gaat terug naar wie mailings voorbereidt; die kan haar verbeteren en opnieuw om goedkeuring vragen.',
  rejectOrCancel:
    'Moet zij helemaal niet weg? Annuleer haar dan: “Annuleer de mailing” staat naast “Afkeuren”.',
  rejectReason: 'Wat is er mis mee?',
  rejectHint: 'Het staat op de pagina van de mailing tot zij is goedgekeurd.',
  rejected: (name) =>
    `De mailing “${name}” is afgekeurd. Wie mailings voorbereidt, vindt je reden op haar pagina.`,
  rejectedMark: 'Afgekeurd',
  rejectedBy: (who, at) => `${who} keurde deze mailing af op ${at}`,
  rejectedBefore: (who, at) => `${who} keurde haar eerder af, op ${at}`,
  aProgram: (name) => `Het programma “${name}”`,
  reasonErased: 'De reden is verwijderd toen de gegevens van een ontvanger werden gewist.',
  rejectedText:
    'Er wordt niets van verstuurd. Verbeter wat er mis is: kies een ander sjabloon of een nieuwere versie, of voeg een lijst toe. Vraag daarna opnieuw om goedkeuring.',
  rejectedWait: 'Er wordt niets van verstuurd. Zodra zij verbeterd is, komt zij hier terug.',
  rejectedPieces:
    'Dit zijn de stukken die zijn afgekeurd, zoals ze nu zijn. Wat je hier wijzigt, zie je er meteen aan; vraag daarna opnieuw om goedkeuring.',
  unchanged: 'Er is niets gewijzigd sinds ze is afgekeurd.',
  unchangedAsk:
    'De goedkeurder vindt dezelfde mailing, met dezelfde reden erboven. Vraag het toch als die zich vergiste, of als er buiten de mailing iets is verbeterd.',
  askAgain: 'Vraag opnieuw om goedkeuring',
  otherTemplate: 'Ander sjabloon of andere versie',
  otherTemplateText: 'Elk stuk wordt er opnieuw mee gecontroleerd en geprijsd.',
  useTemplate: 'Gebruik dit sjabloon',
  approved: (name, pieces, isTest) =>
    `${isTest ? 'Test: ' : 'Live: '}de mailing “${name}” is goedgekeurd, met ${count(pieces)} ${pieces === 1 ? 'stuk' : 'stuks'}.`,
  cancel: 'Annuleer de mailing',
  cancelAsk: 'Geen enkel stuk wordt gedrukt. De mailing blijft als geannuleerd in de lijst staan.',
  followText: 'Hoeveel stuks waar zijn',
  presets: 'Voorinstellingen',
  noPresets: 'Nog geen voorinstellingen',
  noPresetsText:
    'Een voorinstelling onthoudt wat er in welke kolom staat. Je maakt er een bij de kolommen van een lijst.',
  columnsUsed: 'Kolommen',
  remove: 'Verwijder',
  removed: 'De voorinstelling is verwijderd.',
  ...stoppedNl,
}

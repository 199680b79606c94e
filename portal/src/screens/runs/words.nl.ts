import type { wordsEn } from './words.en.ts'

const zoveel = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`

export const wordsNl: typeof wordsEn = {
  list: 'Lijst',
  calendar: 'Kalender',
  product: 'Product',
  anyProduct: 'Elk product',
  cutoff: 'Sluittijd',
  atPrinterSince: 'Naar de drukker',
  deliveredAt: 'Afgerond',
  noRuns: 'Nog geen drukgangen',
  noRunsTest:
    'Een drukgang verzamelt de poststukken die op hetzelfde moment sluiten en samen gedrukt worden. Stuur een testpoststuk en zijn drukgang staat hier; zet de testklok vooruit om hem te drukken.',
  noRunsLive:
    'Een drukgang verzamelt de poststukken die op hetzelfde moment sluiten en samen gedrukt worden. Hij staat hier zodra er een poststuk in zit.',
  heldUp: 'Staat stil',
  seeCalendar: 'Bekijk wanneer drukgangen sluiten',
  noMatchesText: 'Geen drukgang past bij wat je hierboven koos.',
  earlier: 'Eerder',
  later: 'Later',
  thisWeek: 'Deze week',
  noCutoffs: 'In deze weken sluit geen drukgang.',
  closes: 'sluit',
  inLetterbox: (day) => `op de mat ${day}`,
  course: 'Hoe ver de drukgang is',
  about: 'Over deze drukgang',
  steps: {
    OPEN: 'Neemt post aan',
    CUTOFF_REACHED: 'Gesloten',
    RENDERED: 'Opgemaakt',
    HANDED_TO_PRINTER: 'Bij de drukker',
    HANDED_TO_CARRIER: 'Bij de bezorger',
    COMPLETED: 'Afgerond',
  },
  stepStates: { done: 'klaar', current: 'nu', ahead: 'komt nog', failed: 'hier gestopt' },
  planned: (at) => `gepland ${at}`,
  rendered: (done, all) => `${done} van ${all} stukken zijn opgemaakt.`,
  beginsRendering: 'De drukgang is gesloten; het opmaken begint vanzelf.',
  goesToPrinter: 'Het pakket is onderweg naar de drukker.',
  forOperators: 'Voor beheerders:',
  testMoves: 'Een drukgang in de testmodus loopt mee met de testklok.',
  advanceTo: (at) => `Zet de klok op ${at}`,
  printer: 'Drukker',
  partners: { simulated: 'Gesimuleerd', folder: 'Map op de server', manual: 'Elders gedrukt' },
  pages: 'Pagina’s',
  printedAt: 'Gedrukt',
  files: 'PDF-bestanden van het pakket',
  part: (items, pages) => `${items} stukken, ${pages} pagina’s`,
  place: 'Stuk',
  actions: 'Acties',
  printedAgain: 'opnieuw gedrukt',
  noItems: 'In deze drukgang zit geen post.',
  noItemsOfStatus: 'Geen poststuk van deze drukgang heeft die status.',
  takeOut: 'Eruit halen',
  takeOutOf: (name) => `${name} eruit halen`,
  takeOutText: 'Het poststuk wordt niet gedrukt en het geld komt vrij. Dit is niet terug te draaien.',
  takeOutRendered:
    'Het poststuk wordt niet gedrukt en het geld komt vrij. De drukgang wordt zonder dit stuk opnieuw opgemaakt. Dit is niet terug te draaien.',
  takenOut: (name) => `${name} is uit de drukgang.`,
  reasonShown: 'Reden, die de klant ziet',
  reportOne: 'Melden',
  reportOf: (name) => `Het stuk van ${name} melden`,
  close: 'Drukgang nu sluiten',
  closeText: (items) =>
    `Er komt niets meer bij, en de ${items} poststukken erin kun je niet meer annuleren. Daarna wordt alles vanzelf opgemaakt en naar de drukker gestuurd.`,
  closeLive: (items) => `${items} stukken worden echt gedrukt, gepost en berekend.`,
  closed: 'De drukgang is gesloten.',
  render: 'Nu opmaken',
  renderAsked: 'De drukgang wordt opgemaakt.',
  handOver: 'Naar de drukker',
  handOverAsked: 'De drukgang gaat naar de drukker.',
  printedElsewhere: 'De drukgang geldt als gedrukt.',
  uncertain:
    'Het is niet bekend of de drukker deze drukgang heeft: de server stopte er middenin. Kijk in de map van de drukker of vraag het na, zodat niets twee keer gedrukt wordt.',
  ways: {
    now: 'Nu aan de drukker geven',
    printed: 'Het is al gedrukt',
    absent: 'De drukker heeft het niet',
  },
  waysText: {
    now: 'Het pakket gaat naar de drukker die op deze server is ingesteld.',
    printed: 'Je hebt het pakket zelf gedrukt, of de drukker heeft het. Er wordt niets verstuurd.',
    absent: 'Dat heb je nagegaan. Het pakket wordt opnieuw verstuurd.',
  },
  offer: 'De bezorger heeft het',
  offerText: 'Alle stukken zijn vanaf nu bij de bezorger. Meld eerst wat mislukt is, als je dat al weet.',
  offered: 'De drukgang is bij de bezorger.',
  complete: 'Het is bezorgd',
  completeText: (days) =>
    `De bezorger heeft bevestigd dat alles bezorgd is. Anders rondt de drukgang zichzelf af${days === undefined ? '' : `, ${zoveel(days, 'dag', 'dagen')} nadat de bezorger hem kreeg`}.`,
  completed: 'De drukgang is afgerond.',
  cancel: 'Drukgang annuleren',
  cancelText:
    'Er wordt niets gedrukt. De poststukken houden hun geld en gaan mee met de volgende drukgang. Annuleer ze één voor één als ze helemaal niet verstuurd moeten worden.',
  cancelled: 'De drukgang is geannuleerd; de post gaat mee met de volgende.',
  packageOf: (size) => `Drukpakket downloaden${size ? ` (${size})` : ''}`,
  packageComes: (size) => `Downloaden … ${size}`,
  packageSaved: 'Het drukpakket is opgeslagen.',
  report: 'Mislukte stukken opnieuw drukken',
  reportReturned: 'Melden wat terugkwam',
  whichPieces: 'Welke stukken',
  piecesHint: (most) =>
    `Hun nummers in het pakket, bijvoorbeeld 3, 7–9. Deze drukgang heeft de nummers 1 tot en met ${most}.`,
  unclearPieces:
    'Schrijf nummers van deze drukgang met komma’s ertussen, en reeksen met een streepje of “tot en met”: 3, 7 t/m 9.',
  whatHappened: 'Wat ermee gebeurde',
  outcomes: {
    DAMAGED: 'Beschadigd bij het drukken',
    MISPRINTED: 'Verkeerd gedrukt',
    NOT_HANDED_OVER: 'Niet aan de bezorger gegeven',
    RETURNED: 'Teruggekomen bij de afzender',
  },
  reasonOptional: 'Opmerking (mag leeg blijven)',
  reasonHint: 'De klant ziet die in het verloop van het poststuk.',
  printAgain: 'Opnieuw drukken',
  printAgainHint: 'Voor elk stuk een nieuw poststuk in de volgende drukgang, van het geld dat terugkomt.',
  effect: (pieces, isSpoiled, again, isTest) => {
    const what = zoveel(pieces, 'stuk', 'stukken')
    if (!isSpoiled) return `${what} ${pieces === 1 ? 'wordt' : 'worden'} als retour genoteerd.`
    const noted = `${what} ${pieces === 1 ? 'geldt' : 'gelden'} als niet verstuurd${isTest ? '' : ' en het geld komt terug'}`
    if (!again) return `${noted}.`
    return isTest
      ? `${noted}; de nieuwe gaan mee met de volgende testdrukgang.`
      : `${noted}; de nieuwe worden echt gedrukt en gepost met de volgende drukgang.`
  },
  reportAndPrint: (pieces) => (pieces > 1 ? `${pieces} stukken opnieuw drukken` : 'Opnieuw drukken'),
  reportPieces: (pieces) => (pieces > 1 ? `${pieces} stukken melden` : 'Melden'),
  reportedSaid: (pieces) => `${zoveel(pieces, 'stuk is', 'stukken zijn')} gemeld.`,
  againSaid: (pieces) =>
    `${zoveel(pieces, 'nieuw poststuk gaat', 'nieuwe poststukken gaan')} mee met de volgende drukgang.`,
  partlyReported: (done, left) => `${done} stukken zijn gemeld; ${left} nog niet.`,
  pieceOf: (place) => `Stuk ${place}`,
  newItem: 'het nieuwe poststuk',
  andMore: (more) => `en nog ${more}`,
  unsent: (pieces) =>
    `${zoveel(pieces, 'stuk is', 'stukken zijn')} niet verstuurd en nog nergens door vervangen.`,
  printUnsent: 'Opnieuw drukken',
  printUnsentText: (pieces, isTest) =>
    `${zoveel(pieces, 'nieuw poststuk', 'nieuwe poststukken')} met dezelfde woorden aan dezelfde mensen ${pieces === 1 ? 'gaat' : 'gaan'} mee met de volgende drukgang${isTest ? '.' : '; dat wordt echt gedrukt en gepost en kost de prijs van vandaag.'}`,
  free: 'Kosteloos',
}

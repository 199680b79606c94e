import type { wordsEn } from './words.en.ts'

export const wordsNl: typeof wordsEn = {
  postflow: 'Postflow',
  all: 'Alle',
  newPostflow: 'Nieuwe Postflow',
  name: 'Naam',
  product: 'Product',
  category: 'Reclame voor',
  transactional: 'Niets (transactioneel)',
  created: 'Stukken, 30 dagen',
  sent: 'Verstuurd',
  scans: 'Scans',
  noPostflows: 'Nog geen Postflows',
  noPostflowsText:
    'Een Postflow is een doorlopende mailing: een sjabloon, en hoe het wordt verstuurd. Programma’s voegen er één voor één poststukken aan toe, die meegaan met de volgende drukgang.',
  noMatchesText: 'Geen Postflow past bij wat je hierboven koos.',
  description: 'Notitie',
  descriptionHint: 'Voor collega’s; wordt niet gedrukt.',
  design: 'Sjabloon',
  designText: 'Wat er wordt gedrukt. Een nieuwe versie verandert hier niets, tot je die kiest.',
  versionNumber: (number) => `Versie ${number}`,
  anyProduct: 'Elk product',
  chooseOther: 'Een ander sjabloon kiezen',
  chosenDesign: (name, number) => `${name}, versie ${number}`,
  sending: 'Versturen',
  categoryHint:
    'Wie geen reclame wil, krijgt geen reclamepost, maar wel transactionele post zoals een rekening.',
  returnAddress: 'Retouradres',
  defaultAddress: (name) => `Het standaardadres: ${name}`,
  returnHint: 'Staat als afzender op het stuk; onbestelbare post komt hier terug.',
  target: 'Waar de QR-code naartoe leidt',
  targetHint: 'Een webadres, https://… Het geldt meteen, ook voor codes die al gedrukt zijn.',
  approval: 'Goedkeuring',
  approvals: {
    NONE: 'Poststukken gaan vanzelf door',
    PER_ITEM: 'Elk poststuk wacht tot iemand het goedkeurt',
  },
  approvalHint: 'Poststukken die op goedkeuring wachten, houden die nodig, wat je ook kiest.',
  duplicates: 'Dagen zonder dubbele post',
  duplicatesHint: 'Een tweede poststuk aan dezelfde ontvanger binnen zoveel dagen vraagt aandacht. 0: nooit.',
  duplicatesOf: (days) =>
    days === 0 ? 'Wordt niet op gelet' : `Binnen ${days} ${days === 1 ? 'dag' : 'dagen'}`,
  make: 'Postflow maken',
  made: (name) => `${name} is gemaakt, als concept. Activeer hem om ermee te versturen.`,
  savedSettings: 'De instellingen zijn opgeslagen. Ze gelden voor poststukken die vanaf nu komen.',
  overview: 'Overzicht',
  settingsTab: 'Instellingen',
  sections: 'Onderdelen van de Postflow',
  activate: 'Activeren',
  activateTest:
    'Vanaf dan neemt hij poststukken aan. In de testmodus wordt niets gedrukt en kost niets geld.',
  activateLive: (price) =>
    `Vanaf dan wordt elk poststuk dat een programma toevoegt gedrukt, verstuurd en berekend: ${price} per stuk binnen het land, exclusief btw.`,
  activateLivePlain:
    'Vanaf dan wordt elk poststuk dat een programma toevoegt gedrukt, verstuurd en berekend tegen de prijzen van het product.',
  activated: 'De Postflow is actief: hij neemt poststukken aan.',
  pause: 'Pauzeren',
  holdScheduledHint: 'Zolang hun drukgang open is.',
  paused: 'De Postflow is gepauzeerd. Poststukken die onderweg zijn worden vastgehouden.',
  resume: 'Hervatten',
  resumed: 'De Postflow gaat verder.',
  archive: 'Archiveren',
  openPdf: 'Openen als PDF',
  usesNewer: (number) => `Nieuwe stukken worden met versie ${number} gedrukt.`,
  activatedAt: 'Geactiveerd',
  archivedAt: 'Gearchiveerd',
  nextRun: 'Volgende drukgang sluit',
  numbers: 'Cijfers',
  period: 'Periode',
  days: (count) => `${count} dagen`,
  totals: {
    created: 'Gemaakt',
    sent: 'Verstuurd',
    cancelled: 'Geannuleerd',
    failed: 'Mislukt',
    scans: 'Scans',
  },
  spend: 'Besteed',
  wouldSpend: 'Had gekost',
  chart: (created, sent) => `Poststukken per dag: ${created} gemaakt, ${sent} verstuurd`,
  program: 'Versturen vanuit een programma',
  stands: {
    DRAFT: 'Deze Postflow is een concept: hij neemt pas poststukken aan als hij geactiveerd is.',
    PAUSED: 'Deze Postflow is gepauzeerd: poststukken worden aangenomen en wachten tot hij hervat wordt.',
    ARCHIVED: 'Deze Postflow is gearchiveerd: hij neemt geen poststukken meer aan.',
  },
  refusals: {
    DRAFT: 'Deze Postflow is een concept: aanroepen worden geweigerd tot hij geactiveerd is.',
    PAUSED: 'Deze Postflow is gepauzeerd: nieuwe poststukken wachten tot hij hervat wordt.',
    ARCHIVED: 'Deze Postflow is gearchiveerd: aanroepen worden geweigerd.',
  },
  pauseText: (waiting) =>
    `Nieuwe poststukken worden aangenomen en vastgehouden.${
      waiting > 0
        ? ` Dat geldt ook voor ${waiting === 1 ? '1 poststuk dat' : `${waiting} poststukken die`} nog niet in een drukgang ${waiting === 1 ? 'zit' : 'zitten'}.`
        : ''
    } Er gaat niets verloren: ze gaan verder zodra de Postflow hervat wordt.`,
  holdScheduled: (scheduled) =>
    scheduled === 1
      ? 'Ook 1 ingepland poststuk terughalen'
      : `Ook ${scheduled} ingeplande poststukken terughalen`,
  resumeText: (held) =>
    held > 0
      ? `Wat door de pauze werd vastgehouden gaat verder: ${held === 1 ? 'er wacht 1 poststuk' : `er wachten ${held} poststukken`}. Nieuwe poststukken gaan vanzelf door.`
      : 'Nieuwe poststukken gaan vanzelf door.',
  resumeLive: 'Ze worden gedrukt, verstuurd en berekend.',
  archiveText: 'Voorgoed: hij neemt geen poststukken meer aan en kan niet worden teruggehaald.',
  archiveItems: (waiting, scheduled) =>
    `${
      waiting === 0
        ? 'Er wacht geen poststuk.'
        : waiting === 1
          ? '1 wachtend poststuk wordt geannuleerd en niet berekend.'
          : `${waiting} wachtende poststukken worden geannuleerd en niet berekend.`
    }${
      scheduled === 0
        ? ''
        : scheduled === 1
          ? ' 1 ingepland poststuk wordt nog gedrukt.'
          : ` ${scheduled} ingeplande poststukken worden nog gedrukt.`
    }`,
  archived: 'De Postflow is gearchiveerd.',
  archivedSettings:
    'Deze Postflow is gearchiveerd. Alleen waar de gedrukte codes naartoe leiden kun je nog veranderen.',
  newerVersion: (number) => `Versie ${number} van het sjabloon is nieuwer.`,
  lookAtIt: 'Bekijken',
  useNewer: (number) => `Vanaf nu versie ${number} drukken`,
  keepVersion: (number) => `Versie ${number} houden`,
  newerText:
    'Poststukken die vanaf nu komen worden ermee gedrukt. Wat er al is, houdt de versie waarmee het kwam.',
  nowPrinted: (number) => `Nu gedrukt: versie ${number}`,
  thenPrinted: (number) => `Daarna: versie ${number}`,
  zones: { domestic: 'Binnen het land', europe: 'Naar Europa', world: 'Daarbuiten' },
  aPiece: (price) => `${price} per stuk, exclusief btw`,
  noDefaultAddress: 'Het standaardadres van de organisatie',
  noAddressYet: 'Het standaardadres van de organisatie, dat er nog niet is',
  itemsNow: 'Waar de poststukken nu zijn',
  allItems: 'Alle poststukken',
  noItems: 'Nog geen poststukken: programma’s voegen ze toe, één voor één.',
  howToSend: 'Zo verstuurt een programma',
  fieldsText: 'Elk poststuk brengt deze velden mee in data; de code hierboven heeft precies deze.',
  code: 'Een poststuk toevoegen',
  codeText:
    'Het programma dat het moment kent, voegt het poststuk toe: na een bestelling, of voordat een contract afloopt. In de testmodus wordt niets gedrukt en kost niets geld.',
  codeTextLive:
    'Het programma dat het moment kent, voegt het poststuk toe: na een bestelling, of voordat een contract afloopt. In de livemodus drukt elke aanroep een stuk, dat wordt verstuurd en berekend.',
  language: 'Taal',
  languages: { curl: 'curl', typescript: 'TypeScript' },
  keyHint: (key) => `Op de plaats van ${key} komt het geheim van een API-sleutel van deze modus.`,
  intentionHint:
    'order-1234 zegt waarvoor het poststuk is. Een aanroep die met dezelfde naam wordt herhaald, voegt geen tweede toe.',
  empty: 'Leeg',
  conflictTitle: 'Een andere wijziging was eerder',
  conflictText: (at) =>
    `Iemand sloeg deze Postflow op om ${at}, terwijl jij aan het typen was. Deze instellingen verschillen:`,
  mine: 'Van jou',
  theirs: 'Intussen opgeslagen',
  keepMine: 'De jouwe eroverheen opslaan',
  takeTheirs: 'Nemen wat is opgeslagen',
  tookTheirs: 'De instellingen zijn zoals ze intussen zijn opgeslagen.',
}

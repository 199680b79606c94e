import type { wordsEn } from './words.en.ts'

const zoveel = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`

export const wordsNl: typeof wordsEn = {
  list: 'Lijst',
  calendar: 'Kalender',
  product: 'Product',
  anyProduct: 'Elk product',
  mail: 'Post van',
  mailMore: (first, others) => `${first} en ${zoveel(others, 'andere', 'andere')}`,
  cutoff: 'Sluit',
  cutoffAndCode: 'Sluit, drukgangcode',
  atPrinterSince: 'Naar de drukker',
  deliveredAt: 'Afgerond',
  noRuns: 'Nog geen drukgangen',
  noRunsTest:
    'Een drukgang verzamelt de poststukken die op hetzelfde moment sluiten en samen gedrukt worden. Stuur een testpoststuk en zijn drukgang staat hier; zet de testklok vooruit om hem te drukken.',
  noRunsLive:
    'Een drukgang verzamelt de poststukken die op hetzelfde moment sluiten en samen gedrukt worden. Hij staat hier zodra er een poststuk in zit.',
  heldUp: 'Staat stil',
  spoiledOf: (pieces) => `${pieces} mislukt, niet vervangen`,
  seeCalendar: 'Bekijk wanneer drukgangen sluiten',
  noMatchesText: 'Geen drukgang past bij wat je hierboven koos.',
  earlier: 'Eerder',
  later: 'Later',
  thisWeek: 'Deze week',
  noCutoffs: 'In deze weken sluit geen drukgang.',
  closes: 'sluit',
  inLetterbox: (day) => `op de mat ${day}`,
  code: 'Drukgangcode',
  codeText:
    'Hij staat naast het merk op elk vel, en het id van de drukgang op de drukopdracht eindigt ermee.',
  known: (pieces) => `${zoveel(pieces, 'stuk', 'stukken')} · drukgangcode`,
  inOther: {
    test: 'In de testmodus zijn er drukgangen.',
    live: 'In de livemodus zijn er drukgangen.',
  },
  course: 'Hoe ver de drukgang is',
  about: 'Over deze drukgang',
  steps: {
    OPEN: 'Open',
    CUTOFF_REACHED: 'Gesloten',
    RENDERED: 'Opgemaakt',
    HANDED_TO_PRINTER: 'Bij de drukker',
    HANDED_TO_CARRIER: 'Bij de bezorger',
    COMPLETED: 'Afgerond',
  },
  stepStates: { done: 'klaar', current: 'nu', ahead: 'komt nog', failed: 'hier gestopt' },
  planned: (at) => `gepland ${at}`,
  rendered: (done, all) => `${done} van ${all} ${all === '1' ? 'stuk is' : 'stukken zijn'} opgemaakt.`,
  beginsRendering: 'De drukgang is gesloten; het opmaken begint vanzelf.',
  goesToPrinter: 'Het pakket is onderweg naar de drukker.',
  forOperators: 'Voor beheerders:',
  testMoves: (at) => `Gaat verder als de testklok op ${at} staat.`,
  advance: 'Klok vooruitzetten',
  printer: 'Drukker',
  isAway: (printer, since) => `${printer} is sinds ${since} niet bereikbaar. De drukgang wacht.`,
  standsIn: (away, since, printer) => `${away} is sinds ${since} niet bereikbaar; ${printer} drukt hem.`,
  simulatedKind: (kind) => `Gesimuleerd (${kind})`,
  partners: { simulated: 'Gesimuleerd', folder: 'Map op de server', manual: 'Elders gedrukt' },
  pages: 'Pagina’s',
  sheets: 'Vellen',
  notSent: 'Niet verstuurd',
  closed: 'Gesloten',
  printedAt: 'Gedrukt',
  files: 'PDF-bestanden van het pakket',
  part: (items, pages) => `${zoveel(items, 'stuk', 'stukken')}, ${zoveel(pages, 'pagina', 'pagina’s')}`,
  partSheets: (items, sheets) =>
    `${zoveel(items, 'stuk', 'stukken')}, ${zoveel(sheets, 'vel', 'vellen')} dubbelzijdig`,
  place: 'Nr.',
  actions: 'Acties',
  printedAgain: 'opnieuw gedrukt',
  willBePrinted: 'wordt opnieuw gedrukt',
  replaces: 'in plaats van een mislukt stuk',
  findPiece: 'Stuknummer of naam',
  noItems: 'In deze drukgang zit geen post.',
  noItemsOfStatus: 'Geen poststuk van deze drukgang past daarbij.',
  takeOut: 'Eruit halen',
  takeOutOf: (name) => `${name} eruit halen`,
  takeOutText: 'Het poststuk wordt niet gedrukt en het geld komt vrij. Dit is niet terug te draaien.',
  takeOutRendered:
    'Het poststuk wordt niet gedrukt en het geld komt vrij. De drukgang wordt zonder dit stuk opnieuw opgemaakt. Dit is niet terug te draaien.',
  takenOut: (name) => `${name} is uit de drukgang.`,
  reasonShown: 'Reden, die de organisatie van de bestelling ziet',
  reportOne: 'Mislukt',
  reportOneReturned: 'Kwam terug',
  reportOf: (what, name) => `${what}: het stuk van ${name}`,
  close: 'Deze drukgang nu drukken',
  closeText: (items) =>
    `Hij sluit nu in plaats van op zijn sluittijd: er komt niets meer bij, en de ${items} poststukken erin kun je niet meer annuleren. Daarna wordt alles vanzelf opgemaakt en naar de drukker gestuurd.`,
  usedUp: (cutoff, next) =>
    next
      ? `De sluittijd van ${cutoff} is daarmee verbruikt: nieuwe items gaan naar de volgende, op ${next}.`
      : `De sluittijd van ${cutoff} is daarmee verbruikt: nieuwe items gaan naar de volgende.`,
  closeLive: (items) =>
    items === '1'
      ? '1 stuk wordt echt gedrukt, gepost en berekend.'
      : `${items} stukken worden echt gedrukt, gepost en berekend.`,
  closedSaid: 'De drukgang is gesloten en wordt gedrukt.',
  render: 'Nu opmaken',
  renderAsked: 'De drukgang wordt opgemaakt.',
  handOver: 'Naar de drukker',
  handOverAsked: 'De drukgang gaat naar de drukker.',
  printedElsewhere: 'De drukgang geldt als gedrukt.',
  settle: 'Zeggen wat er gedrukt is',
  settled: 'Genoteerd. De drukgang gaat verder.',
  remakeAsked: 'De stukken worden opnieuw gedrukt.',
  givenUp:
    'De drukker heeft deze drukgang aangenomen en niet afgemaakt. Kijk wat ervan op papier staat, zodat niets twee keer op de post gaat.',
  settleWays: { printed: 'Alles staat op papier', absent: 'Er staat niets op papier' },
  settleWaysText: {
    printed: 'Ook als je wat ontbrak al opnieuw laat drukken, bij Mislukte stukken.',
    absent: 'De stukken worden opnieuw gedrukt, als herdruk die dat op elk vel zegt. Gooi weg wat er al lag.',
  },
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
    `De bezorger heeft bevestigd dat alles bezorgd is. Anders rondt de drukgang zichzelf af${days === undefined ? '' : `, ${zoveel(days, 'werkdag', 'werkdagen')} nadat de bezorger hem kreeg`}.`,
  completed: 'De drukgang is afgerond.',
  cancel: 'Drukgang annuleren',
  cancelText:
    'Er wordt niets gedrukt. De poststukken houden hun geld en gaan mee met de volgende drukgang. Annuleer ze één voor één als ze helemaal niet verstuurd moeten worden.',
  cancelled: 'De drukgang is geannuleerd; de post gaat mee met de volgende.',
  package: 'Downloaden voor een drukker (ZIP)',
  packageComes: (size) => `Downloaden … ${size}`,
  packageSaved: 'Het drukpakket is opgeslagen.',
  readyToPrint: 'Klaar om te drukken',
  countAsNotSent: (pieces) => `${zoveel(pieces, 'stuk geldt', 'stukken gelden')} als niet verstuurd.`,
  countAsReturned: (pieces) => `${zoveel(pieces, 'stuk is', 'stukken zijn')} als retour genoteerd.`,
  newOnesIn: (pieces) =>
    pieces === 1
      ? 'Een nieuw stuk wordt gedrukt in de drukgang'
      : `${pieces} nieuwe stukken worden gedrukt in de drukgang`,
  newOnesWait: (isTest) =>
    isTest ? ', zodra de testklok daar is.' : '. Die sluit en drukt vanzelf; je hoeft niets meer te doen.',
  newOnesMade: (pieces) =>
    pieces === 1
      ? 'Er is een nieuw stuk voor in de plaats gemaakt.'
      : `Er zijn ${pieces} nieuwe stukken voor in de plaats gemaakt.`,
  reports: {
    DAMAGED: (pieces) => `${zoveel(pieces, 'stuk', 'stukken')} beschadigd bij het drukken`,
    MISPRINTED: (pieces) => `${zoveel(pieces, 'stuk', 'stukken')} verkeerd gedrukt`,
    NOT_HANDED_OVER: (pieces) => `${zoveel(pieces, 'stuk', 'stukken')} niet aan de bezorger gegeven`,
    RETURNED: (pieces) => `${zoveel(pieces, 'stuk', 'stukken')} teruggekomen`,
  },
  saidBy: {
    USER: (name) => `door ${name}`,
    API_KEY: (name) => `met de API-sleutel ${name}`,
    OPERATOR: () => 'op de opdrachtregel',
    PUBLIC: () => 'door de drukker',
  },
  reprinted: (pieces) => `${zoveel(pieces, 'nieuw stuk', 'nieuwe stukken')} voor de volgende drukgang`,
  againSaid: (pieces) =>
    `${zoveel(pieces, 'nieuw poststuk gaat', 'nieuwe poststukken gaan')} mee met de volgende drukgang.`,
  pieceOf: (place) => `Stuk ${place}`,
  newItem: 'het nieuwe stuk',
  andMore: (more) => `en nog ${more}`,
  unsent: (pieces) =>
    `${zoveel(pieces, 'stuk is', 'stukken zijn')} niet verstuurd en nog nergens door vervangen.`,
  printUnsent: 'Opnieuw drukken',
  printUnsentText: (pieces, isTest) =>
    `${zoveel(pieces, 'nieuw poststuk', 'nieuwe poststukken')} met dezelfde woorden aan dezelfde mensen ${pieces === 1 ? 'gaat' : 'gaan'} mee met de volgende drukgang${isTest ? '.' : '; dat wordt echt gedrukt en gepost en kost de prijs van vandaag.'}`,
  free: 'Kosteloos',
}

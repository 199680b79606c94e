const some = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`

export const wordsEn = {
  list: 'List',
  calendar: 'Calendar',
  product: 'Product',
  anyProduct: 'Every product',
  mail: 'Mail of',
  mailMore: (first: string, others: number) => `${first} and ${some(others, 'other', 'others')}`,
  cutoff: 'Closes',
  cutoffAndCode: 'Closes, run code',
  atPrinterSince: 'To the printer',
  deliveredAt: 'Completed',
  noRuns: 'No runs yet',
  noRunsTest:
    'A run gathers the items that close at one cutoff and are printed together. Send a test item, and its run appears here; advance the test clock to print it.',
  noRunsLive:
    'A run gathers the items that close at one cutoff and are printed together. It appears here with its first item.',
  heldUp: 'Held up',
  spoiledOf: (pieces: number) => `${pieces} spoiled, not replaced`,
  seeCalendar: 'See when runs close',
  noMatchesText: 'No run matches what you chose above.',
  earlier: 'Earlier',
  later: 'Later',
  thisWeek: 'This week',
  noCutoffs: 'No run closes in these weeks.',
  closes: 'closes',
  inLetterbox: (day: string) => `arrives ${day}`,
  code: 'Run code',
  codeText: 'It stands beside the mark on every sheet, and the run’s id on the print ticket ends with it.',
  known: (pieces: number) => `${some(pieces, 'piece', 'pieces')} · run code`,
  inOther: {
    test: 'There are runs in test mode.',
    live: 'There are runs in live mode.',
  },
  course: 'How far the run is',
  about: 'About this run',
  steps: {
    OPEN: 'Open',
    CUTOFF_REACHED: 'Closed',
    RENDERED: 'Rendered',
    HANDED_TO_PRINTER: 'At the printer',
    HANDED_TO_CARRIER: 'With the carrier',
    COMPLETED: 'Completed',
  },
  stepStates: { done: 'done', current: 'now', ahead: 'to come', failed: 'stopped here' },
  planned: (at: string) => `planned ${at}`,
  rendered: (done: string, all: string) =>
    `${done} of ${all} ${all === '1' ? 'piece is' : 'pieces are'} rendered.`,
  beginsRendering: 'The run is closed; rendering begins by itself.',
  goesToPrinter: 'The package is on its way to the printer.',
  forOperators: 'For operators:',
  testMoves: (at: string) => `Goes on when the test clock shows ${at}.`,
  advance: 'Advance the clock',
  printer: 'Printer',
  isAway: (printer: string, since: string) => `${printer} is away since ${since}. The run waits.`,
  standsIn: (away: string, since: string, printer: string) =>
    `${away} is away since ${since}; ${printer} prints it.`,
  simulatedKind: (kind: string) => `Simulated (${kind})`,
  partners: { simulated: 'Simulated', folder: 'Folder on the server', manual: 'Printed elsewhere' },
  pages: 'Pages',
  sheets: 'Sheets',
  notSent: 'Not sent',
  closed: 'Closed',
  printedAt: 'Printed',
  files: 'PDF files of the package',
  part: (items: number, pages: number) =>
    `${some(items, 'piece', 'pieces')}, ${some(pages, 'page', 'pages')}`,
  partSheets: (items: number, sheets: number) =>
    `${some(items, 'piece', 'pieces')}, ${some(sheets, 'sheet', 'sheets')} printed on both sides`,
  place: 'Piece number',
  actions: 'Actions',
  printedAgain: 'printed again',
  willBePrinted: 'will be printed again',
  replaces: 'in place of a spoiled piece',
  findPiece: 'Piece number or name',
  noItems: 'This run holds no items.',
  noItemsOfStatus: 'No item of this run matches.',
  takeOut: 'Take out',
  takeOutOf: (name: string) => `Take out ${name}`,
  takeOutText: 'The item is not printed, and its money is released. This cannot be undone.',
  takeOutRendered:
    'The item is not printed, and its money is released. The run is rendered again without it. This cannot be undone.',
  takenOut: (name: string) => `${name} is out of the run.`,
  reasonShown: 'Reason, which the organisation that ordered it sees',
  reportOne: 'Spoiled',
  reportOneReturned: 'Came back',
  reportOf: (what: string, name: string) => `${what}: the piece of ${name}`,
  close: 'Print this run now',
  closeText: (items: string) =>
    `It closes now instead of at its cutoff: no more items join, and the ${items} in it can no longer be cancelled. It is rendered and goes to the printer by itself.`,
  usedUp: (cutoff: string, next: string | undefined) =>
    next
      ? `Its cutoff of ${cutoff} is used up by that: new items go to the next one, on ${next}.`
      : `Its cutoff of ${cutoff} is used up by that: new items go to the next one.`,
  closeLive: (items: string) =>
    items === '1'
      ? '1 piece is printed and posted for real, and is charged.'
      : `${items} pieces are printed and posted for real, and are charged.`,
  closedSaid: 'The run is closed and is being printed.',
  render: 'Render now',
  renderAsked: 'The run is being rendered.',
  handOver: 'Hand it over',
  handOverAsked: 'The run goes to the printer.',
  printedElsewhere: 'The run counts as printed.',
  settle: 'Say what is printed',
  settled: 'Noted. The run goes on.',
  remakeAsked: 'Its pieces are printed again.',
  givenUp:
    'The printer took this run and did not finish it. Look what of it is on paper, so that nothing is posted twice.',
  settleWays: { printed: 'All of it is on paper', absent: 'Nothing of it is on paper' },
  settleWaysText: {
    printed: 'Also where you have asked for what was missing to be printed again, under Spoiled pieces.',
    absent: 'Its pieces are printed again, as a remake whose sheets say so. Throw away what was printed.',
  },
  uncertain:
    'It is not known whether the printer has this run: the server stopped in the middle. Look in the printer’s folder or ask there, so that nothing is printed twice.',
  ways: {
    now: 'Give it to the printer now',
    printed: 'It is printed already',
    absent: 'The printer does not have it',
  },
  waysText: {
    now: 'The package goes to the printer that this server is set up with.',
    printed: 'You printed the package yourself, or the printer has it. Nothing is sent.',
    absent: 'You have made sure of that. It is handed over again.',
  },
  offer: 'The carrier has it',
  offerText:
    'All pieces are with the carrier from now on. Report what was spoiled first if you know it already.',
  offered: 'The run is with the carrier.',
  complete: 'It is delivered',
  completeText: (days: number | undefined) =>
    `The carrier confirmed that everything was delivered. Otherwise the run completes by itself${days === undefined ? '' : ` ${some(days, 'working day', 'working days')} after the carrier got it`}.`,
  completed: 'The run is completed.',
  cancel: 'Cancel the run',
  cancelText:
    'It is not printed. Its items keep their money and join the next run. Cancel items one by one if they should not be sent at all.',
  cancelled: 'The run is cancelled; its items join the next one.',
  package: 'Download for a print shop (ZIP)',
  packageComes: (size: string) => `Downloading … ${size}`,
  packageSaved: 'The print package is saved.',
  readyToPrint: 'Ready to print',
  countAsNotSent: (pieces: number) => `${some(pieces, 'piece counts', 'pieces count')} as not sent.`,
  countAsReturned: (pieces: number) => `${some(pieces, 'piece is', 'pieces are')} noted as returned.`,
  newOnesIn: (pieces: number) =>
    pieces === 1 ? 'A new one is printed in the run' : `${pieces} new ones are printed in the run`,
  newOnesWait: (isTest: boolean): string =>
    isTest
      ? ', when the test clock gets there.'
      : '. It closes and prints by itself; you need do nothing more.',
  newOnesMade: (pieces: number) =>
    pieces === 1 ? 'A new one was made in its place.' : `${pieces} new ones were made in their place.`,
  reports: {
    DAMAGED: (pieces: number) => `${some(pieces, 'piece', 'pieces')} damaged in production`,
    MISPRINTED: (pieces: number) => `${some(pieces, 'piece', 'pieces')} misprinted`,
    NOT_HANDED_OVER: (pieces: number) => `${some(pieces, 'piece', 'pieces')} not handed to the carrier`,
    RETURNED: (pieces: number) => `${some(pieces, 'piece', 'pieces')} came back`,
  },
  saidBy: {
    USER: (name: string) => `by ${name}`,
    API_KEY: (name: string) => `with the API key ${name}`,
    OPERATOR: () => 'on the command line',
    PUBLIC: () => 'by the printer',
  },
  reprinted: (pieces: number) => `${some(pieces, 'new one', 'new ones')} for the next run`,
  againSaid: (pieces: number) => `${some(pieces, 'new item joins', 'new items join')} the next run.`,
  pieceOf: (place: number) => `Piece ${place}`,
  newItem: 'the new one',
  andMore: (more: string) => `and ${more} more`,
  unsent: (pieces: number) =>
    `${some(pieces, 'piece was', 'pieces were')} not sent, and nothing replaces ${pieces === 1 ? 'it' : 'them'} yet.`,
  printUnsent: 'Print again',
  printUnsentText: (pieces: number, isTest: boolean) =>
    `${some(pieces, 'new item', 'new items')} with the same words to the same people join the next run${isTest ? '.' : ', are really printed and posted, and cost today’s price.'}`,
  free: 'Free of charge',
}

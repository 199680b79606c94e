const some = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`

export const wordsEn = {
  list: 'List',
  calendar: 'Calendar',
  product: 'Product',
  anyProduct: 'Every product',
  cutoff: 'Cutoff',
  atPrinterSince: 'To the printer',
  deliveredAt: 'Completed',
  noRuns: 'No runs yet',
  noRunsTest:
    'A run gathers the items that close at one cutoff and are printed together. Send a test item, and its run appears here; advance the test clock to print it.',
  noRunsLive:
    'A run gathers the items that close at one cutoff and are printed together. It appears here with its first item.',
  heldUp: 'Held up',
  seeCalendar: 'See when runs close',
  noMatchesText: 'No run matches what you chose above.',
  earlier: 'Earlier',
  later: 'Later',
  thisWeek: 'This week',
  noCutoffs: 'No run closes in these weeks.',
  closes: 'closes',
  inLetterbox: (day: string) => `arrives ${day}`,
  course: 'How far the run is',
  about: 'About this run',
  steps: {
    OPEN: 'Takes items',
    CUTOFF_REACHED: 'Closed',
    RENDERED: 'Rendered',
    HANDED_TO_PRINTER: 'At the printer',
    HANDED_TO_CARRIER: 'With the carrier',
    COMPLETED: 'Completed',
  },
  stepStates: { done: 'done', current: 'now', ahead: 'to come', failed: 'stopped here' },
  planned: (at: string) => `planned ${at}`,
  rendered: (done: string, all: string) => `${done} of ${all} pieces are rendered.`,
  beginsRendering: 'The run is closed; rendering begins by itself.',
  goesToPrinter: 'The package is on its way to the printer.',
  forOperators: 'For operators:',
  testMoves: 'A test run moves with the test clock.',
  advanceTo: (at: string) => `Advance the clock to ${at}`,
  printer: 'Printer',
  partners: { simulated: 'Simulated', folder: 'Folder on the server', manual: 'Printed elsewhere' },
  pages: 'Pages',
  printedAt: 'Printed',
  files: 'PDF files of the package',
  part: (items: string, pages: string) => `${items} pieces, ${pages} pages`,
  place: 'Piece',
  actions: 'Actions',
  printedAgain: 'printed again',
  noItems: 'This run holds no items.',
  noItemsOfStatus: 'No item of this run has that status.',
  takeOut: 'Take out',
  takeOutOf: (name: string) => `Take out ${name}`,
  takeOutText: 'The item is not printed, and its money is released. This cannot be undone.',
  takeOutRendered:
    'The item is not printed, and its money is released. The run is rendered again without it. This cannot be undone.',
  takenOut: (name: string) => `${name} is out of the run.`,
  reasonShown: 'Reason, which the customer sees',
  reportOne: 'Report',
  reportOf: (name: string) => `Report the piece of ${name}`,
  close: 'Close the run now',
  closeText: (items: string) =>
    `No more items join, and the ${items} in it can no longer be cancelled. It is rendered and handed to the printer by itself.`,
  closeLive: (items: string) => `${items} pieces are printed and posted for real, and are charged.`,
  closed: 'The run is closed.',
  render: 'Render now',
  renderAsked: 'The run is being rendered.',
  handOver: 'Hand it over',
  handOverAsked: 'The run goes to the printer.',
  printedElsewhere: 'The run counts as printed.',
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
    `The carrier confirmed that everything was delivered. Otherwise the run completes by itself${days === undefined ? '' : ` ${some(days, 'day', 'days')} after the carrier got it`}.`,
  completed: 'The run is completed.',
  cancel: 'Cancel the run',
  cancelText:
    'It is not printed. Its items keep their money and join the next run. Cancel items one by one if they should not be sent at all.',
  cancelled: 'The run is cancelled; its items join the next one.',
  packageOf: (size: string) => `Download the print package${size ? ` (${size})` : ''}`,
  packageComes: (size: string) => `Downloading … ${size}`,
  packageSaved: 'The print package is saved.',
  report: 'Print spoiled pieces again',
  reportReturned: 'Report what came back',
  whichPieces: 'Which pieces',
  piecesHint: (most: string) =>
    `Their numbers in the package, such as 3, 7–9. This run has the numbers 1 to ${most}.`,
  unclearPieces:
    'Write numbers of this run with commas between them, and ranges with a dash or “to”: 3, 7 to 9.',
  whatHappened: 'What happened to them',
  outcomes: {
    DAMAGED: 'Damaged in production',
    MISPRINTED: 'Misprinted',
    NOT_HANDED_OVER: 'Not handed to the carrier',
    RETURNED: 'Came back to the sender',
  },
  reasonOptional: 'Remark (may be left empty)',
  reasonHint: 'The customer sees it in the history of the item.',
  printAgain: 'Print them again',
  printAgainHint: 'A new item for each, in the next run, for the money that is given back.',
  effect: (pieces: number, isSpoiled: boolean, again: boolean, isTest: boolean) => {
    const what = some(pieces, 'piece', 'pieces')
    if (!isSpoiled) return `${what} ${pieces === 1 ? 'is' : 'are'} noted as returned.`
    const noted = `${what} ${pieces === 1 ? 'counts' : 'count'} as not sent${isTest ? '' : ' and the money is given back'}`
    if (!again) return `${noted}.`
    return isTest
      ? `${noted}; the new ones join the next test run.`
      : `${noted}; the new ones are really printed and posted with the next run.`
  },
  reportAndPrint: (pieces: number) => (pieces > 1 ? `Print ${pieces} pieces again` : 'Print it again'),
  reportPieces: (pieces: number) => (pieces > 1 ? `Report ${pieces} pieces` : 'Report it'),
  reportedSaid: (pieces: number) => `${some(pieces, 'piece was', 'pieces were')} reported.`,
  againSaid: (pieces: number) => `${some(pieces, 'new item joins', 'new items join')} the next run.`,
  partlyReported: (done: string, left: string) => `${done} pieces were reported; ${left} were not.`,
  pieceOf: (place: number) => `Piece ${place}`,
  newItem: 'the new item',
  andMore: (more: string) => `and ${more} more`,
  unsent: (pieces: number) =>
    `${some(pieces, 'piece was', 'pieces were')} not sent, and nothing replaces ${pieces === 1 ? 'it' : 'them'} yet.`,
  printUnsent: 'Print again',
  printUnsentText: (pieces: number, isTest: boolean) =>
    `${some(pieces, 'new item', 'new items')} with the same words to the same people join the next run${isTest ? '.' : ', are really printed and posted, and cost today’s price.'}`,
  free: 'Free of charge',
}

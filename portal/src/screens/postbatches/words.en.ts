import { count } from '../../messages/index.svelte.ts'
import { stoppedEn } from './words.stopped.ts'

export const wordsEn = {
  newPostbatch: 'New mailing',
  name: 'Name',
  design: 'Template',
  designHint: 'Templates that are published. The list of recipients comes next.',
  ownDesign: 'Or make another template',
  ownPdf: 'Have you got the letter already?',
  ownPdfText: 'A PDF from your word processor or your designer. Leave free where the address goes.',
  uploadPdf: 'Upload your letter (PDF)',
  waits: (name: string) =>
    `${name ? `The mailing “${name}” waits` : 'Your mailing waits'} for this letter. Look at it, and publish it.`,
  waitsReady: (name: string) => `The letter is ready for ${name ? `the mailing “${name}”` : 'your mailing'}.`,
  waitsGo: 'Go on with the mailing',
  begin: 'Begin',
  pieces: 'Pieces',
  none: 'No mailings yet',
  noneText: 'A mailing sends one template to a list of recipients.',
  noneMatches: 'No mailing has that status.',
  steps: 'The way of this mailing',
  stateWords: { done: 'done', current: 'now', ahead: 'ahead', failed: 'failed' },
  recipients: 'Recipients',
  map: 'Columns',
  mend: 'Mend',
  check: 'Look and price',
  follow: 'On its way',
  recipientsText: 'Drop the list here, as it is: a CSV or an Excel file with one recipient a row.',
  choose: 'Choose a file',
  uploading: 'Sending the file',
  sheet: 'Sheet',
  sheetRows: (name: string, rows: string, isHidden: boolean) =>
    `${name} (${rows} rows${isHidden ? ', hidden' : ''})`,
  useSheet: 'Use this sheet',
  mapText: 'Say which column holds what. What we recognised is filled in.',
  field: 'What we need',
  column: 'Column of your list',
  samples: 'Values in it',
  suggested: 'suggested',
  needed: 'needed',
  notUsed: 'Not in the list',
  beforeName: 'Before the name, for example a form of address',
  nothingBefore: 'Nothing',
  countryForAll: (country: string) => `All are taken as: ${country}`,
  countryWhereEmpty: (country: string) => `Where it is empty: ${country}`,
  usePreset: 'Columns as in',
  recognised: 'What was recognised in this list',
  fromPreset: 'from the preset',
  presetLacks: (columns: string) => `This list has no column ${columns}. Is it the right preset?`,
  changePreset: (name: string) => `Keep the change in the preset “${name}”`,
  presetName: 'Keep these columns under a name, for the next list (optional)',
  checkList: 'Check the list',
  reading: 'Reading the list',
  fields: {
    'recipient.name': 'Name',
    'recipient.companyName': 'Company',
    'recipient.street': 'Street',
    'recipient.houseNumber': 'House number',
    'recipient.houseNumberSuffix': 'Addition',
    'recipient.addressLine2': 'Further line',
    'recipient.postalCode': 'Postal code',
    'recipient.city': 'Town',
    'recipient.region': 'Region',
    'recipient.country': 'Country',
    reference: 'Your number',
  } as Record<string, string>,
  inDesign: (name: string) => `In the template: ${name}`,
  suppressed: (rows: string) =>
    `${rows} of them ${rows === '1' ? 'is' : 'are'} on the suppression list and will be left out.`,
  takingMended: 'The mended rows are taken in.',
  firstRows: (count: string) => `The first ${count} are shown; the file of bad rows has all of them.`,
  stillBad: (rows: number) =>
    rows === 1 ? '1 row still needs mending.' : `${rows} rows still need mending.`,
  /** `rows`: numbers of the rows left out; empty if there are too many to list. */
  leftByHand: (left: number, file: string, rows: readonly number[]) =>
    rows.length === 0
      ? `${count(left)} ${left === 1 ? 'row' : 'rows'} of ${file} ${left === 1 ? 'was' : 'were'} left out by hand`
      : `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')} of ${file} ${rows.length === 1 ? 'was' : 'were'} left out by hand`,
  leftForgotten: 'Which rows these were is kept for 30 days only.',
  whoLeftOut: 'Who is left out, and why',
  mapAgain: 'Choose the columns again',
  takesPlace: (good: string, file: string) =>
    `The ${good} good rows of ${file} are not in the mailing yet. Another list takes its place: bring all recipients, not only the mended ones.`,
  withoutList: (file: string) => `Go on without ${file}`,
  row: 'Row',
  twice: (row: string | undefined) =>
    `The same person at the same address is in this mailing already${row ? ` (row ${row})` : ''}.`,
  leaveOut: 'Leave out',
  isChanged: 'Changed: not checked yet.',
  isLeftOut: 'Is left out once the rows are checked.',
  takeBack: 'Do not leave it out',
  problem: 'What is wrong',
  sendAgain: 'Check the mended rows',
  without: 'Go on without these rows',
  downloadErrors: 'Save the bad rows (CSV)',
  checked: (good: number, left: number, bad: number) =>
    [
      good > 0 ? `${count(good)} mended ${good === 1 ? 'row is' : 'rows are'} good.` : '',
      left > 0 ? `${count(left)} ${left === 1 ? 'row is' : 'rows are'} left out.` : '',
      bad > 0 ? `${count(bad)} ${bad === 1 ? 'row still needs' : 'rows still need'} mending.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  cancelledTitle: 'This mailing was cancelled',
  beginAgain: 'Begin a new mailing',
  testOnly: 'This was a test: nothing is printed or posted',
  tried: 'Tried out',
  forReal: 'Send this one for real',
  forRealText:
    'The real mailing begins with the same template and the same recipients, as you mended them. Nothing is sent before you approve it there.',
  isTest: 'You are in live mode now, and this mailing is a test: it stays one.',
  copyStopped: (count: string) =>
    `Taking over the recipients stopped after ${count}, because the person who started it may no longer do so. Cancel this mailing and make another from the test.`,
  copying: (count: string) => `The recipients are taken over from the test: ${count} so far.`,
  copied: (taken: number, left: number) =>
    left > 0
      ? `${count(taken)} of ${count(taken + left)} recipients were taken over.`
      : taken === 1
        ? 'The one recipient was taken over.'
        : `All ${count(taken)} recipients were taken over.`,
  leftOutBefore: (left: number) =>
    left === 1
      ? '1 was stopped before: it needed attention, or is on the suppression list.'
      : `${count(left)} were stopped before: they needed attention, or are on the suppression list.`,
  tryOrReal: 'Do you want to try it out, or send it for real?',
  modes: { test: 'Try it out first', live: 'Send it for real' },
  modeHints: {
    test: 'You see every letter. Nothing is printed, posted or charged. Afterwards you send the same for real.',
    live: 'It is printed and posted once you have approved it.',
  },
  senderTitle: 'Who sends it',
  sender: 'Return address',
  senderHint: 'Printed small above the recipient; what cannot be delivered comes back to it.',
  senderDefault: (name: string) => `${name} (the usual one)`,
  senderNone: 'None',
  senderLacks: 'There is no return address yet',
  senderMissing:
    'Letters that cannot be delivered come back to it, and it is printed small above the recipient.',
  senderAsk: 'Ask someone who manages the settings of your organisation to add one.',
  addSender: 'Add a return address',
  targetLacks: 'The code to scan leads nowhere yet',
  targetText:
    'The template prints a code that readers scan with their telephone. Say which web page it opens.',
  targetAsk:
    'The template prints a code that readers scan with their telephone. Somebody who prepares mailings has to say which web page it opens.',
  targetTitle: 'Where the code to scan leads',
  targetSet: 'Readers who scan the code on the piece with their telephone get to this web page.',
  target: 'Web page',
  saveTarget: 'Use this page',
  baseUrlLacks: 'The code to scan and the links on the letter do not work yet',
  baseUrlOperator:
    'They lead to this computer, which readers cannot reach. Choose a template without a code, or start the server with the public web address at which it answers:',
  baseUrlAsk:
    'They lead to an address that readers cannot reach. Ask who runs this server to give it a public web address, or choose a template without a code.',
  noCostCentre: 'none',
  changeCostCentre: 'Change …',
  costCentreHint:
    'The recipients of this mailing get it too, but for those whose row names another. The price is then worked out again.',
  obstacles: 'What is still needed before you can approve',
  beforeReal: 'Before this can be sent for real',
  beforeRealText: 'The test goes without it. Mend it now, and the real mailing has to wait for nothing.',
  hindered: (things: number) =>
    things === 1
      ? 'One thing is still needed before it can be approved.'
      : `${things} things are still needed before it can be approved.`,
  showObstacles: 'Show what is needed',
  categoryLacks: (key: string) => `Live mode has no advertising category “${key}”`,
  categoryText:
    'The mailing names it so that readers who want no such advertising are left out. Switch to live mode, and add it there.',
  categoryAsk:
    'The mailing names it so that readers who want no such advertising are left out. Ask someone who manages suppressions to add it in live mode.',
  toCategories: 'To the advertising categories',
  nextTitle: 'What happens next',
  nextTitleTest: 'What would happen, on the test clock',
  wouldRun: (cutoff: string) => `If you approve it now, it is printed with the others after ${cutoff}.`,
  wouldRunTest: (cutoff: string) =>
    `If this were approved now and were no test, it would be printed with the others after ${cutoff}.`,
  nextRun: (cutoff: string) => `It is printed after ${cutoff}; until then you can still cancel it.`,
  nextRunAlone: (cutoff: string) => `It is printed after ${cutoff}.`,
  nextPost: (posted: string, arrives: string) =>
    `The post gets it on ${posted}, and it should arrive on ${arrives}.`,
  wouldPost: (posted: string, arrives: string) =>
    `The post would get it on ${posted}, and it would arrive on ${arrives}.`,
  itsRun: 'The production run that prints it',
  nextScheduling: 'It is approved, and gets its place among what is printed.',
  nextPrinting: 'It is in production or on its way by post, and can no longer be cancelled.',
  nextTestPrinting: 'The test printer has it. Move the test clock on to see it arrive.',
  nextDone: 'It has been delivered, as far as we are told.',
  nextTestDone: 'Everything has arrived, in the test.',
  nextCancelled: 'It was cancelled. Nothing of it is printed.',
  ended: 'Arrived or ended',
  endedOf: (some: string, all: string) => `${some} of ${all} have arrived or ended otherwise.`,
  allArrived: (all: number) => (all === 1 ? 'It has arrived.' : `All ${count(all)} have arrived.`),
  rowsText:
    'Mend the rows here and have them checked, or correct the whole list in your program and bring it again.',
  itemsIn: (count: string) => `${count} recipients are in this mailing.`,
  price: 'Work out the price',
  pricing: 'Looking at every piece',
  cost: 'What it costs',
  costTest: 'What it costs for real; the test is free',
  perPiece: 'A piece',
  zones: { domestic: 'Within the country', europe: 'Europe', world: 'World' } as Record<string, string>,
  subtotal: 'Without VAT',
  vat: 'VAT',
  total: 'Total',
  leftOut: 'Not charged',
  leftOutText: (attention: number, suppressed: number) =>
    [
      attention > 0 ? `${count(attention)} ${attention === 1 ? 'needs' : 'need'} attention` : '',
      suppressed > 0 ? `${count(suppressed)} on the suppression list` : '',
    ]
      .filter(Boolean)
      .join('; '),
  missing: (amount: string) => `${amount} is missing from the balance`,
  missingText: (cost: string, available: string) =>
    `It costs ${cost} without VAT, and ${available} is available.`,
  missingUntold: 'The balance does not cover it',
  missingUntoldText: 'Whoever pays for the mail of your organisation has to top it up first.',
  capUntold: 'A spending cap is in the way',
  capUntoldText:
    'Whoever pays for the mail of your organisation has to raise it first, or a new month has to begin.',
  missingAsk: 'Ask someone who manages the money of your organisation to top it up.',
  topUp: (amount: string) => `Top up ${amount}`,
  topUpWaits: (amount: string, reference: string) =>
    `A top-up of ${amount} (${reference}) was asked for, and its money has not come in yet. Once it has, the mailing can go.`,
  toTopUp: 'See how it is paid',
  sentBefore: (some: number) =>
    `${count(some)} of these recipients ${some === 1 ? 'was' : 'were'} sent this template already`,
  sentBeforeWhen: (days: number, last: string, isMailing: boolean) =>
    `In the last ${days} days, last on ${last} ${isMailing ? 'in the mailing' : 'through the Postflow'}`,
  sentBeforeGone: 'that was deleted since',
  sentBeforeThen: (isTest: boolean): string =>
    isTest
      ? 'In test mode nobody gets anything; for real they would get it again.'
      : 'If you approve this, they get it again.',
  look: 'Look at the pieces',
  pieceOf: (at: string, all: string) => `Piece ${at} of ${all}`,
  goToPiece: 'Number, name or address',
  findPiece: 'Find',
  correctPiece: 'Correct or leave out …',
  findNext: 'Find next',
  finding: 'Searching …',
  noPiece: 'No piece has that in its number, name, address or reference.',
  previous: 'Previous piece',
  next: 'Next piece',
  approve: 'Approve',
  notSeenYet: 'You can approve once the picture of the piece is there.',
  approveText: (count: string) => `Type ${count} to send ${count} ${count === '1' ? 'piece' : 'pieces'}.`,
  approveLive: 'They are printed on paper, posted and charged.',
  approveTest: 'This is test mode: nothing is printed and nothing is charged.',
  count: 'Number of pieces',
  rejectTitle: 'Reject this mailing',
  rejectAsk:
    'Nothing of it is sent. It goes back to whoever prepares mailings, who can mend it and ask for approval again.',
  rejectOrCancel:
    'If it is not to be sent at all, cancel it instead: “Cancel the mailing” stands beside “Reject”.',
  rejectReason: 'What is wrong with it?',
  rejectHint: 'It stands on the page of the mailing until it is approved.',
  rejected: (name: string) =>
    `The mailing “${name}” is rejected. Whoever prepares mailings finds your reason on its page.`,
  rejectedMark: 'Rejected',
  rejectedBy: (who: string, at: string) => `${who} rejected this mailing on ${at}`,
  rejectedBefore: (who: string, at: string) => `${who} rejected it before, on ${at}`,
  aProgram: (name: string) => `The program “${name}”`,
  reasonErased: 'The reason was removed when the data of a recipient were erased.',
  rejectedText:
    'Nothing of it is sent. Mend what is wrong: choose another template or a newer version of it, or add a list. Then ask for approval again.',
  rejectedWait: 'Nothing of it is sent. It comes back here once it is mended.',
  rejectedPieces:
    'These are the pieces that were rejected, as they are now. What you change here they show at once; then ask for approval again.',
  unchanged: 'Nothing was changed since it was rejected.',
  unchangedAsk:
    'The approver finds the same mailing, and the same reason stands above it. Ask all the same where they were mistaken, or where something outside the mailing was mended.',
  askAgain: 'Ask for approval again',
  otherTemplate: 'Another template or version',
  otherTemplateText: 'Every piece is checked and priced anew with it.',
  useTemplate: 'Use this template',
  approved: (name: string, pieces: number, isTest: boolean) =>
    `${isTest ? 'Test: ' : 'Live: '}the mailing “${name}” is approved, with ${count(pieces)} ${pieces === 1 ? 'piece' : 'pieces'}.`,
  cancel: 'Cancel the mailing',
  cancelAsk: 'No piece of it will be printed. It stays among the mailings, as cancelled.',
  followText: 'How many pieces are where',
  presets: 'Presets',
  noPresets: 'No presets yet',
  noPresetsText: 'A preset keeps which column holds what. Make one where you choose the columns of a list.',
  columnsUsed: 'Columns',
  remove: 'Delete',
  removed: 'The preset is deleted.',
  ...stoppedEn,
}

export const wordsEn = {
  postflow: 'Postflow',
  all: 'All',
  newPostflow: 'New Postflow',
  name: 'Name',
  product: 'Product',
  category: 'Advertises',
  transactional: 'Nothing (transactional)',
  created: 'Items, 30 days',
  sent: 'Sent',
  scans: 'Scans',
  noPostflows: 'No Postflows yet',
  noPostflowsText:
    'A Postflow is a standing mailing: a template, and how it is sent. Programs add items to it one by one, and they go with the next production run.',
  noMatchesText: 'No Postflow matches what you chose above.',
  description: 'Note',
  descriptionHint: 'For colleagues; it is not printed.',
  design: 'Template',
  designText: 'What is printed. Publishing a new version changes nothing here until you choose it.',
  versionNumber: (number: number) => `Version ${number}`,
  anyProduct: 'Every product',
  chooseOther: 'Choose another template',
  chosenDesign: (name: string, number: number) => `${name}, version ${number}`,
  sending: 'Sending',
  categoryHint:
    'People who want no advertising are left out of advertising mail, and still get transactional mail.',
  returnAddress: 'Return address',
  defaultAddress: (name: string) => `The default: ${name}`,
  returnHint: 'Printed as the sender’s line; undeliverable pieces come back to it.',
  target: 'Where the QR code leads',
  targetHint: 'A web address, https://… It counts at once, for codes that are printed already too.',
  approval: 'Approval',
  approvals: {
    NONE: 'Items go as they come',
    PER_ITEM: 'Each item waits until a person approves it',
  },
  approvalHint: 'Items that wait for an approval keep needing it, whatever you choose.',
  duplicates: 'Days without duplicates',
  duplicatesHint: 'A second item to the same recipient within so many days needs attention. 0: never.',
  duplicatesOf: (days: number) =>
    days === 0 ? 'Not looked for' : `Within ${days} ${days === 1 ? 'day' : 'days'}`,
  make: 'Make the Postflow',
  made: (name: string) => `${name} is there, as a draft. Activate it to send with it.`,
  savedSettings: 'The settings are saved. They count for items that come from now on.',
  overview: 'Overview',
  settingsTab: 'Settings',
  sections: 'Parts of the Postflow',
  activate: 'Activate',
  activateTest: 'From then on it takes items. In test mode nothing is printed and nothing costs money.',
  activateLive: (price: string) =>
    `From then on every item that a program adds is printed, posted and charged: ${price} a piece within the country, net of VAT.`,
  activateLivePlain:
    'From then on every item that a program adds is printed, posted and charged at the prices of the product.',
  activated: 'The Postflow is active: it takes items.',
  pause: 'Pause',
  holdScheduledHint: 'As long as their run is open.',
  paused: 'The Postflow is paused. Items on their way are put on hold.',
  resume: 'Resume',
  resumed: 'The Postflow goes on.',
  archive: 'Archive',
  openPdf: 'Open as PDF',
  usesNewer: (number: number) => `New items are printed with version ${number}.`,
  activatedAt: 'Activated',
  archivedAt: 'Archived',
  nextRun: 'Next run closes',
  numbers: 'Numbers',
  period: 'Period',
  days: (count: number) => `${count} days`,
  totals: {
    created: 'Created',
    sent: 'Sent',
    cancelled: 'Cancelled',
    failed: 'Failed',
    scans: 'Scans',
  },
  spend: 'Spent',
  wouldSpend: 'Would have cost',
  chart: (created: number, sent: number) => `Items by day: ${created} created, ${sent} sent`,
  program: 'Sending from a program',
  stands: {
    DRAFT: 'This Postflow is a draft: it takes no items until it is activated.',
    PAUSED: 'This Postflow is paused: items are taken, and wait until it is resumed.',
    ARCHIVED: 'This Postflow is archived: it takes no items any more.',
  },
  refusals: {
    DRAFT: 'This Postflow is a draft: calls are refused until it is activated.',
    PAUSED: 'This Postflow is paused: items that are added wait until it is resumed.',
    ARCHIVED: 'This Postflow is archived: calls are refused.',
  },
  pauseText: (waiting: number) =>
    `New items are taken and put on hold.${
      waiting > 0 ? ` So ${waiting === 1 ? 'is 1 item' : `are ${waiting} items`} that no run has yet.` : ''
    } Nothing is lost: they go on when the Postflow is resumed.`,
  holdScheduled: (scheduled: number) =>
    scheduled === 1 ? 'Take back 1 scheduled item too' : `Take back ${scheduled} scheduled items too`,
  resumeText: (held: number) =>
    held > 0
      ? `What the pause held goes on: ${held === 1 ? '1 item is' : `${held} items are`} on hold. New items go on as they come.`
      : 'New items go on as they come.',
  resumeLive: 'They are printed, posted and charged.',
  archiveText: 'For good: it takes no items any more, and cannot be brought back.',
  archiveItems: (waiting: number, scheduled: number) =>
    `${
      waiting === 0
        ? 'No item waits.'
        : waiting === 1
          ? '1 item that waits is cancelled and not charged.'
          : `${waiting} items that wait are cancelled and not charged.`
    }${
      scheduled === 0
        ? ''
        : scheduled === 1
          ? ' 1 scheduled item is still printed.'
          : ` ${scheduled} scheduled items are still printed.`
    }`,
  archived: 'The Postflow is archived.',
  archivedSettings: 'This Postflow is archived. Only where its printed codes lead can still be changed.',
  newerVersion: (number: number) => `Version ${number} of the template is newer.`,
  lookAtIt: 'Look at it',
  useNewer: (number: number) => `Print version ${number} from now on`,
  keepVersion: (number: number) => `Keep version ${number}`,
  newerText:
    'Items that come from now on are printed with the newer version. Those that are there keep the version they came with.',
  nowPrinted: (number: number) => `Printed now: version ${number}`,
  thenPrinted: (number: number) => `From then on: version ${number}`,
  zones: { domestic: 'Within the country', europe: 'To Europe', world: 'Elsewhere' } as Record<
    string,
    string
  >,
  aPiece: (price: string) => `${price} a piece, net of VAT`,
  noDefaultAddress: 'The default of the organisation',
  noAddressYet: 'The default of the organisation, which has none yet',
  itemsNow: 'Where its items are now',
  allItems: 'All items',
  noItems: 'No items yet: programs add them, one by one.',
  howToSend: 'How a program sends',
  fieldsText: 'Each item brings these fields in data; the code above has exactly these.',
  code: 'Adding an item',
  codeText:
    'The program that knows the moment adds the item: after an order, before a contract ends. In test mode nothing is printed and nothing costs money.',
  codeTextLive:
    'The program that knows the moment adds the item: after an order, before a contract ends. In live mode each call prints a piece, which is posted and charged.',
  language: 'Language',
  languages: { curl: 'curl', typescript: 'TypeScript' },
  keyHint: (key: string) => `Instead of ${key} goes the secret of an API key of this mode.`,
  intentionHint:
    'order-1234 names what the item is sent for. A call that is repeated with the same name adds no second item.',
  empty: 'Empty',
  conflictTitle: 'Another change came first',
  conflictText: (at: string) =>
    `Someone saved this Postflow at ${at}, while you were typing. These settings differ:`,
  mine: 'Yours',
  theirs: 'Saved meanwhile',
  keepMine: 'Save yours over it',
  takeTheirs: 'Take what was saved',
  tookTheirs: 'The settings are as they were saved meanwhile.',
}

/**
 * Why the answer of an operation may hold a recipient although its scope is not `items.read`, the scope that reads
 * them. `test/scopes-document.test.ts` finds every such operation.
 */
export const recipientsBeyondReading: Readonly<Record<string, string>> = {
  'developers.simulate': 'with `items.read`; else the state only',
  'items.approve': 'with `items.read`; else the state only',
  'items.cancel': 'with `items.read`; else the state only',
  'items.create': 'what the call sent; why it is suppressed and of what it is a duplicate with `items.read`',
  'items.createBulk': 'as `items.create`',
  'items.erase': 'with `items.read`; else the state only',
  'items.patch': 'with `items.read`; else the state only',
  'items.reject': 'with `items.read`; else the state only',
  'items.reprint': 'with `items.read`; else the state only',
  'postbatches.addItems': 'as `items.create`',
  'runs.checkRemake': 'names on the pieces, for printing',
  'runs.platformReturned': 'names on returned pieces, for printing',
  'runs.returned': 'names on returned pieces, for printing',
  'suppressions.assignMode': 'with `items.read`; else the country only',
  'suppressions.create': 'what the call sent, and since when it is on the list',
  'suppressions.patch': 'with `items.read`; else the country only',
  'suppressions.testEntries': 'with `items.read`, which it needs',
  'templates.preview': 'a sample recipient',
}

/** Files that hold letters or recipients although the scope is not `items.read`. */
export const filesBeyondReading: Readonly<Record<string, string>> = {
  'renders.file': 'the letter of an item with `items.read`; else a preview of a template',
  'runs.officePdf': 'letters, for printing',
  'runs.package': 'letters, for printing',
  'runs.remakeOfficePdf': 'letters, for printing',
  'runs.remakePackage': 'letters, for printing',
  'templates.paper': 'a template with a sample recipient',
  'products.guide': 'sizes and zones of a product',
  'templateLibrary.paper': 'a design with a sample recipient',
  'invoices.pdf': 'an invoice',
  'invoices.ubl': 'an invoice',
}

/** Scopes that an operation asks for in its handler, and when. */
export const alsoNeeded: Readonly<Record<string, string>> = {
  'exports.create': '`billing.read` for ledger and invoices, `events.read` for events',
  'exports.file': '`billing.read` for ledger and invoices, `events.read` for events',
  'exports.remove': '`organisation.manage` for exports of others',
  'integrations.adopt': '`postflows.write` and `items.write`',
  'integrations.create': '`items.write`',
  'integrations.patch': '`items.write`, unless it only ends',
  'integrations.rotateSecret': '`items.write`',
  'itemActions.create':
    '`items.write` to cancel and reprint, `runs.manage` to reprint free of charge, `items.read` to filter by recipients',
  'itemActions.restart': '`items.write` to cancel and reprint, `runs.manage` to reprint free of charge',
  'renders.create': '`items.read` for an item',
  'renders.file': '`items.read` for an item',
  'renders.get': '`items.read` for an item',
  'suppressions.testEntries': '`items.read`',
}

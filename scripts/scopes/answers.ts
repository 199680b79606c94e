/**
 * Reasons why a response may contain a recipient although the operation's scope is not `items.read`.
 * `test/scopes-document.test.ts` finds every such operation.
 */
export const recipientsBeyondReading: Readonly<Record<string, string>> = {
  'developers.simulate': 'the state; with `items.read`, the whole item',
  'items.approve': 'the state; with `items.read`, the whole item',
  'items.cancel': 'the state; with `items.read`, the whole item',
  'items.create': 'what the call sent; with `items.read`, also the suppression and the duplicate',
  'items.createBulk': 'as `items.create`',
  'items.erase': 'the state; with `items.read`, the whole item',
  'items.patch': 'the state; with `items.read`, the whole item',
  'items.reject': 'the state; with `items.read`, the whole item',
  'items.reprint': 'the state; with `items.read`, the whole item',
  'postbatches.addItems': 'as `items.create`',
  'runs.checkRemake': 'names on the pieces, for printing',
  'runs.platformReturned': 'names on returned pieces, for printing',
  'runs.returned': 'names on returned pieces, for printing',
  'suppressions.assignMode': 'the country; with `items.read`, the whole entry',
  'suppressions.create': 'what the call sent, and since when the entry exists',
  'suppressions.patch': 'the country; with `items.read`, the whole entry',
  'suppressions.testEntries': 'recipients',
  'templates.preview': 'a sample recipient',
}

/** Content of files from operations whose scope is not `items.read`. */
export const filesBeyondReading: Readonly<Record<string, string>> = {
  'renders.file': 'a preview of a template; with `items.read`, the letter of an item',
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

/** Scopes that a handler requires in addition, and when. */
export const alsoNeeded: Readonly<Record<string, string>> = {
  'exports.create': '`billing.read` for ledger and invoices, `events.read` for events',
  'exports.file': '`billing.read` for ledger and invoices, `events.read` for events',
  'exports.remove': '`organisation.manage` for exports of others',
  'integrations.adopt': '`postflows.write` and `items.write`',
  'integrations.create': '`items.write`',
  'integrations.patch': '`items.write`, unless the change only stops it',
  'integrations.rotateSecret': '`items.write`',
  'itemActions.create':
    '`items.write` to cancel and reprint, `runs.manage` to reprint free of charge, `items.read` to filter by recipients',
  'itemActions.restart': '`items.write` to cancel and reprint, `runs.manage` to reprint free of charge',
  'renders.create': '`items.read` for an item',
  'renders.file': '`items.read` for an item',
  'renders.get': '`items.read` for an item',
  'suppressions.testEntries': '`items.read`',
}

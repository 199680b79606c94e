import * as v from 'valibot'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { itemStatus, ledgerAccount, ledgerKind } from '../../model/wire-enums.ts'

const dateTimeOrNull = v.nullable(dateTime)
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** What evidence of this kind and version is called; docs/evidence.md says what it means. */
export const evidenceType = 'lettershop.evidence/1'

const manifestRow = namedObject(
  'EvidenceManifestRow',
  'The item’s row of the package’s `manifest.json`, word for word.',
  {
    id: described(v.string(), 'The item, `itm_…`.'),
    sequence: described(integer, 'Place in the package, counted from 1.'),
    part: described(v.string(), 'File name of the part.'),
    firstPage: described(integer, 'Its first page in the part, counted from 1.'),
    pageCount: described(integer, 'How many pages it has.'),
    sheetCount: described(integer, 'How many sheets it has.'),
    tray: described(
      v.optional(integer),
      'Number of its tray in the run. Absent if an earlier version printed it.',
    ),
    country: described(v.string(), 'Country of the recipient (ISO 3166-1 alpha-2).'),
    postalCode: described(v.string(), 'Postal code of the recipient.'),
    addressLines: described(v.array(v.string()), 'The address as it was printed, line by line.'),
    code: described(
      v.optional(v.string()),
      'The code that identifies it, as in the marks of its sheets. Absent if an earlier version printed it.',
    ),
    trackingUrl: described(v.string(), 'Web address in its QR code.'),
    reference: described(v.nullable(v.string()), 'The caller’s own reference; null if there is none.'),
    templateVersionId: fields.templateVersionId,
    sha256: described(sha256, 'SHA-256 of what was drawn, in hex (docs/evidence.md).'),
  },
)

const item = v.object({
  id: described(v.string(), 'The item, `itm_…`.'),
  organisationId: described(v.string(), 'Its organisation, `org_…`.'),
  isTest: fields.isTest,
  isOwnMail: described(
    v.optional(v.boolean()),
    'Whether its organisation prints its own mail, for which nobody pays. Absent if an earlier version signed it.',
  ),
  status: described(itemStatus, 'Where the item is now.'),
  postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
  postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of what it advertises; null for transactional mail.',
  ),
  priceCents: described(integer, 'Price in cents, net of VAT.'),
  currency: fields.currency,
  createdAt: fields.createdAt,
  erasedAt: described(
    dateTimeOrNull,
    'When the recipient’s personal data were erased, RFC 3339 in UTC; null if they were not.',
  ),
  history: described(
    v.array(
      v.object({
        status: described(itemStatus, 'The status that it came into.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
      }),
    ),
    'Every status that it has had, oldest first.',
  ),
})

const template = v.object({
  id: described(v.string(), 'The template, `tpl_…`.'),
  versionId: described(v.string(), 'The version that was printed, `tv_…`.'),
  number: described(integer, 'Number of that version.'),
  publishedAt: described(dateTime, 'When it was published, RFC 3339 in UTC.'),
  layerSha256: described(sha256, 'SHA-256 of the static layer that the pages stand on, in hex.'),
})

const run = v.object({
  id: described(v.string(), 'The run, `run_…`.'),
  cutoffAt: described(dateTime, 'When it closed to items, RFC 3339 in UTC.'),
  renderedAt: described(dateTimeOrNull, 'When its package was ready, RFC 3339 in UTC; null if it was not.'),
  handedToPrinterAt: described(dateTimeOrNull, 'When the printer got it, RFC 3339 in UTC; null until then.'),
  handedToCarrierAt: described(dateTimeOrNull, 'When the carrier got it, RFC 3339 in UTC; null until then.'),
  completedAt: described(dateTimeOrNull, 'When it was completed, RFC 3339 in UTC; null until then.'),
  itemCount: described(integer, 'How many items it holds.'),
  partner: described(
    v.nullable(v.string()),
    'Who printed it: `folder`, `simulated`, …; null before the hand-over.',
  ),
  engine: described(v.string(), 'Renderer that drew the pages, e.g. `lettershop-pdf/2`.'),
})

const printed = v.object({
  id: described(v.string(), 'Its place in the package, as an id.'),
  sequence: described(integer, 'Place in the package, counted from 1.'),
  firstPage: described(integer, 'Its first page in the part, counted from 1.'),
  pageCount: described(integer, 'How many pages it has.'),
  sha256: described(
    sha256,
    'SHA-256 of what was drawn, in hex: the template’s layer and the pages’ own drawing instructions.',
  ),
  part: described(
    v.object({
      name: described(v.string(), 'File name.'),
      bytes: described(integer, 'Size in bytes.'),
      pages: described(integer, 'How many pages it holds.'),
      items: described(integer, 'How many items it holds.'),
      sha256: described(sha256, 'SHA-256 of the file, in hex.'),
    }),
    'The file of the package that holds its pages.',
  ),
  manifestRow: described(
    v.nullable(manifestRow),
    'The row in full; null once the recipient’s personal data were erased.',
  ),
  manifestRowSha256: described(
    sha256,
    'SHA-256 of the row in canonical JSON, in hex; stays when the row is erased.',
  ),
  document: described(
    v.nullable(
      v.object({
        bytes: described(integer, 'Size in bytes.'),
        sha256: described(sha256, 'SHA-256 of the file, in hex.'),
      }),
    ),
    'The file that `items.document` answers; null once its pages were deleted.',
  ),
})

const handedOver = v.object({
  sums: described(
    v.string(),
    '`SHA256SUMS` as the printer got it, which names every other file of the package.',
  ),
  sumsSha256: described(sha256, 'SHA-256 of that text, in hex.'),
})

const ledgerEntry = v.object({
  id: described(v.string(), 'The entry, `led_…`.'),
  kind: described(ledgerKind, 'What it is about.'),
  debit: described(ledgerAccount, 'The account that is debited.'),
  credit: described(ledgerAccount, 'The account that is credited.'),
  amountCents: described(integer, 'Amount in cents.'),
  currency: fields.currency,
  createdAt: fields.createdAt,
})

const event = v.object({
  id: described(v.string(), 'The event, `evt_…`.'),
  type: described(v.string(), 'Type of the event, e.g. `item.completed`.'),
  createdAt: described(dateTime, 'When it happened, RFC 3339 in UTC.'),
})

export const evidenceSchema = namedObject(
  'Evidence',
  'What is known of a printed piece, as it is signed (docs/evidence.md).',
  {
    type: described(v.literal(evidenceType), 'What evidence of this kind and version is called.'),
    issuedAt: described(dateTime, 'Real time of the signature, RFC 3339 in UTC.'),
    issuer: described(v.string(), 'The server, as it calls itself.'),
    item: described(item, 'The item.'),
    template: described(template, 'What was printed.'),
    run: described(run, 'The run that it was printed with.'),
    printed: described(printed, 'Its pages.'),
    package: described(handedOver, 'The package that the printer got.'),
    ledger: described(
      v.array(ledgerEntry),
      'What the item’s price did; empty in test mode and for own mail.',
    ),
    events: described(v.array(event), 'The item’s events that are still kept (30 days), in order.'),
  },
)
export type Evidence = v.InferOutput<typeof evidenceSchema>

export const evidenceBundleSchema = namedObject('EvidenceBundle', 'Evidence with its signature.', {
  evidence: described(evidenceSchema, 'What is signed.'),
  signature: described(
    v.object({
      algorithm: described(v.literal('Ed25519'), 'The algorithm.'),
      keyId: described(v.string(), 'The beginning of the public key’s SHA-256, in hex.'),
      publicKey: described(
        v.string(),
        'The raw 32 bytes as base64; believe it only if `meta.signingKeys` of the server says the same.',
      ),
      value: described(v.string(), 'Signature of `evidence` in canonical JSON (RFC 8785), as base64.'),
    }),
    'The signature.',
  ),
})
export type EvidenceBundle = v.InferOutput<typeof evidenceBundleSchema>

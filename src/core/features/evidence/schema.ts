import * as v from 'valibot'
import { dateTime, described, fields, integer, namedObject } from '../../kernel/wire-schema.ts'
import { itemStatus, ledgerAccount, ledgerKind } from '../../model/wire-enums.ts'

const dateTimeOrNull = v.nullable(dateTime)
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Specified in docs/evidence.md. */
export const evidenceType = 'lettershop.evidence/1'

const manifestRow = namedObject(
  'EvidenceManifestRow',
  'The item’s row of the package’s `manifest.json`, verbatim.',
  {
    id: described(v.string(), 'The item, `itm_…`.'),
    sequence: described(integer, 'Place in the package, counted from 1.'),
    part: described(v.string(), 'File name of the part.'),
    firstPage: described(integer, 'Its first page in the part, counted from 1.'),
    pageCount: described(integer, 'Number of pages.'),
    sheetCount: described(integer, 'Number of sheets.'),
    tray: described(
      v.optional(integer),
      'Number of its tray in the run. Absent if an earlier version printed it.',
    ),
    country: described(v.string(), 'Country of the recipient (ISO 3166-1 alpha-2).'),
    postalCode: described(v.string(), 'Postal code of the recipient.'),
    addressLines: described(v.array(v.string()), 'The address as it was printed, line by line.'),
    code: described(
      v.optional(v.string()),
      'The code of the item in the marks of its sheets. Absent if an earlier version printed it.',
    ),
    trackingUrl: described(v.string(), 'URL of its QR code.'),
    reference: described(v.nullable(v.string()), 'The caller’s own reference; null if there is none.'),
    templateVersionId: fields.templateVersionId,
    sha256: described(sha256, 'SHA-256 of the rendered contents, in hex (docs/evidence.md).'),
  },
)

const item = v.object({
  id: described(v.string(), 'The item, `itm_…`.'),
  organisationId: described(v.string(), 'Its organisation, `org_…`.'),
  isTest: fields.isTest,
  isOwnMail: described(
    v.optional(v.boolean()),
    'Whether the organisation prints its own mail, at no charge. Absent if an earlier version signed it.',
  ),
  status: described(itemStatus, 'Status of the item.'),
  postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
  postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of the advertising category; null for transactional mail.',
  ),
  priceCents: described(integer, 'Price in cents, net of VAT.'),
  currency: fields.currency,
  createdAt: fields.createdAt,
  erasedAt: described(
    dateTimeOrNull,
    'Time of the erasure of personal data, RFC 3339 in UTC; null if not erased.',
  ),
  history: described(
    v.array(
      v.object({
        status: described(itemStatus, 'The status.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
      }),
    ),
    'Every status of the item, the oldest first.',
  ),
})

const template = v.object({
  id: described(v.string(), 'The template, `tpl_…`.'),
  versionId: described(v.string(), 'The version that was printed, `tv_…`.'),
  number: described(integer, 'Number of that version.'),
  publishedAt: described(dateTime, 'Time of publication, RFC 3339 in UTC.'),
  layerSha256: described(sha256, 'SHA-256 of the static layer of the pages, in hex.'),
})

const run = v.object({
  id: described(v.string(), 'The run, `run_…`.'),
  cutoffAt: described(dateTime, 'Cutoff of the run, RFC 3339 in UTC.'),
  renderedAt: described(dateTimeOrNull, 'Time when the package was ready, RFC 3339 in UTC; null until then.'),
  handedToPrinterAt: described(
    dateTimeOrNull,
    'Time of the hand-over to the printer, RFC 3339 in UTC; null until then.',
  ),
  handedToCarrierAt: described(
    dateTimeOrNull,
    'Time of the hand-over to the carrier, RFC 3339 in UTC; null until then.',
  ),
  completedAt: described(dateTimeOrNull, 'Time of completion, RFC 3339 in UTC; null until then.'),
  itemCount: described(integer, 'Number of items.'),
  partner: described(
    v.nullable(v.string()),
    'The printer: `folder`, `simulated`, …; null before the hand-over.',
  ),
  engine: described(v.string(), 'Renderer of the pages, e.g. `lettershop-pdf/2`.'),
})

const printed = v.object({
  id: described(v.string(), 'Its place in the package as an id.'),
  sequence: described(integer, 'Place in the package, counted from 1.'),
  firstPage: described(integer, 'Its first page in the part, counted from 1.'),
  pageCount: described(integer, 'Number of pages.'),
  sha256: described(
    sha256,
    'SHA-256 of the rendered contents, in hex: the template’s layer and the pages’ own drawing instructions.',
  ),
  part: described(
    v.object({
      name: described(v.string(), 'File name.'),
      bytes: described(integer, 'Size in bytes.'),
      pages: described(integer, 'Number of pages.'),
      items: described(integer, 'Number of items.'),
      sha256: described(sha256, 'SHA-256 of the file, in hex.'),
    }),
    'The file of the package that contains its pages.',
  ),
  manifestRow: described(
    v.nullable(manifestRow),
    'The whole row; null after the erasure of the recipient’s personal data.',
  ),
  manifestRowSha256: described(
    sha256,
    'SHA-256 of the row in canonical JSON, in hex; kept when the row is erased.',
  ),
  document: described(
    v.nullable(
      v.object({
        bytes: described(integer, 'Size in bytes.'),
        sha256: described(sha256, 'SHA-256 of the file, in hex.'),
      }),
    ),
    'The file that `items.document` returns; null after its pages were deleted.',
  ),
})

const handedOver = v.object({
  sums: described(v.string(), '`SHA256SUMS` of the handed-over package, which lists every other file.'),
  sumsSha256: described(sha256, 'SHA-256 of that text, in hex.'),
})

const ledgerEntry = v.object({
  id: described(v.string(), 'The entry, `led_…`.'),
  kind: described(ledgerKind, 'Kind of the entry.'),
  debit: described(ledgerAccount, 'The debited account.'),
  credit: described(ledgerAccount, 'The credited account.'),
  amountCents: described(integer, 'Amount in cents.'),
  currency: fields.currency,
  createdAt: fields.createdAt,
})

const event = v.object({
  id: described(v.string(), 'The event, `evt_…`.'),
  type: described(v.string(), 'Type of the event, e.g. `item.completed`.'),
  createdAt: described(dateTime, 'Time of the event, RFC 3339 in UTC.'),
})

export const evidenceSchema = namedObject(
  'Evidence',
  'The signed facts about a printed piece (docs/evidence.md).',
  {
    type: described(v.literal(evidenceType), 'Type and version of the evidence.'),
    issuedAt: described(dateTime, 'Real time of the signature, RFC 3339 in UTC.'),
    issuer: described(v.string(), 'Base URL of the server.'),
    item: described(item, 'The item.'),
    template: described(template, 'The printed template version.'),
    run: described(run, 'The run in which it was printed.'),
    printed: described(printed, 'Its pages.'),
    package: described(handedOver, 'The package handed to the printer.'),
    ledger: described(
      v.array(ledgerEntry),
      'Charges and refunds of the item; empty in test mode and for own mail.',
    ),
    events: described(v.array(event), 'The stored events of the item (30 days), in order.'),
  },
)
export type Evidence = v.InferOutput<typeof evidenceSchema>

export const evidenceBundleSchema = namedObject('EvidenceBundle', 'Evidence with its signature.', {
  evidence: described(evidenceSchema, 'The signed evidence.'),
  signature: described(
    v.object({
      algorithm: described(v.literal('Ed25519'), 'The algorithm.'),
      keyId: described(v.string(), 'The beginning of the public key’s SHA-256, in hex.'),
      publicKey: described(
        v.string(),
        'The raw 32 bytes as base64. Trust it only if the server’s `meta.signingKeys` lists it.',
      ),
      value: described(v.string(), 'Signature of `evidence` in canonical JSON (RFC 8785), as base64.'),
    }),
    'The signature.',
  ),
})
export type EvidenceBundle = v.InferOutput<typeof evidenceBundleSchema>

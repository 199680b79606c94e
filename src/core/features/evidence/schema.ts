import * as v from 'valibot'
import { namedObject } from '../../kernel/wire-schema.ts'
import { itemStatus, ledgerAccount, ledgerKind } from '../../model/wire-enums.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const dateTimeOrNull = v.nullable(dateTime)
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** What evidence of this kind and version is called; docs/evidence.md says what it means. */
export const evidenceType = 'lettershop.evidence/1'

const manifestRow = namedObject(
  'EvidenceManifestRow',
  'The item’s row of the package’s `manifest.json`, word for word.',
  {
    id: v.string(),
    sequence: integer,
    /** File name of the part. */
    part: v.string(),
    /** 1-based page of the part. */
    firstPage: integer,
    pageCount: integer,
    sheetCount: integer,
    country: v.string(),
    postalCode: v.string(),
    addressLines: v.array(v.string()),
    trackingUrl: v.string(),
    reference: v.nullable(v.string()),
    templateVersionId: v.string(),
    /** Of what was drawn, see docs/evidence.md. */
    sha256,
  },
)

const item = v.object({
  id: v.string(),
  organisationId: v.string(),
  isTest: v.boolean(),
  status: itemStatus,
  postflowId: v.nullable(v.string()),
  postbatchId: v.nullable(v.string()),
  productId: v.string(),
  productSpecificationId: v.string(),
  advertisingCategory: v.nullable(v.string()),
  /** Net of VAT. */
  priceCents: integer,
  currency: v.string(),
  createdAt: dateTime,
  /** When the recipient's personal data were erased. */
  erasedAt: dateTimeOrNull,
  history: v.array(v.object({ status: itemStatus, at: dateTime })),
})

const template = v.object({
  id: v.string(),
  versionId: v.string(),
  number: integer,
  publishedAt: dateTime,
  /** Of the static layer that the pages stand on. */
  layerSha256: sha256,
})

const run = v.object({
  id: v.string(),
  cutoffAt: dateTime,
  renderedAt: dateTimeOrNull,
  handedToPrinterAt: dateTimeOrNull,
  handedToCarrierAt: dateTimeOrNull,
  completedAt: dateTimeOrNull,
  itemCount: integer,
  /** Who printed it: `folder`, `simulated`, … */
  partner: v.nullable(v.string()),
  /** Renderer that drew the pages. */
  engine: v.string(),
})

const printed = v.object({
  /** Its place in the package. */
  id: v.string(),
  sequence: integer,
  firstPage: integer,
  pageCount: integer,
  /** Of what was drawn: the template's layer and the pages' own drawing instructions. */
  sha256,
  /** The file of the package that holds the pages. */
  part: v.object({ name: v.string(), bytes: integer, pages: integer, items: integer, sha256 }),
  /** The row in full; null once the recipient's personal data were erased. */
  manifestRow: v.nullable(manifestRow),
  /** Of the row in canonical JSON; stays when the row is erased. */
  manifestRowSha256: sha256,
  /** The file that `items.document` answers; null once the pages were deleted. */
  document: v.nullable(v.object({ bytes: integer, sha256 })),
})

const handedOver = v.object({
  /** `SHA256SUMS` as the printer got it, which names every other file of the package. */
  sums: v.string(),
  sumsSha256: sha256,
})

const ledgerEntry = v.object({
  id: v.string(),
  kind: ledgerKind,
  debit: ledgerAccount,
  credit: ledgerAccount,
  amountCents: integer,
  currency: v.string(),
  createdAt: dateTime,
})

const event = v.object({ id: v.string(), type: v.string(), createdAt: dateTime })

export const evidenceSchema = namedObject(
  'Evidence',
  'What is known of a printed piece, as it is signed (docs/evidence.md).',
  {
    type: v.literal(evidenceType),
    /** Real time of the signature. */
    issuedAt: dateTime,
    /** The server, as it calls itself. */
    issuer: v.string(),
    item,
    template,
    run,
    printed,
    package: handedOver,
    /** What the item's price did; empty in test mode. */
    ledger: v.array(ledgerEntry),
    /** The item's events that are still kept (30 days), in order. */
    events: v.array(event),
  },
)
export type Evidence = v.InferOutput<typeof evidenceSchema>

export const evidenceBundleSchema = namedObject('EvidenceBundle', 'Evidence with its signature.', {
  evidence: evidenceSchema,
  signature: v.object({
    algorithm: v.literal('Ed25519'),
    /** The beginning of the public key's SHA-256. */
    keyId: v.string(),
    /** Raw 32 bytes as base64; believe it where `meta.signingKeys` of the server says the same. */
    publicKey: v.string(),
    /** Of `evidence` in canonical JSON (RFC 8785), as base64. */
    value: v.string(),
  }),
})
export type EvidenceBundle = v.InferOutput<typeof evidenceBundleSchema>

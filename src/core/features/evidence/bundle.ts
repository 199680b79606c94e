import type { ReadContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { toBase64, toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import { canonicalJson } from '../../kernel/json.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import { everyone } from '../../ports/store.ts'
import { itemById } from '../items/item.ts'
import { packageSums } from '../runs/package/package.ts'
import { isErased } from '../runs/rendering/blobs.ts'
import { type Printed, pieceSha256, printedOf, printedPages } from './printed.ts'
import { type Evidence, type EvidenceBundle, evidenceType } from './schema.ts'
import { evidenceProblems } from './sentences.ts'

/** The part of the evidence that is stored in blobs. It doesn't change while the pages exist. */
export interface PrintedEvidence {
  printed: Printed
  document: Evidence['printed']['document']
  sums: string
}

/** Reads blobs, for `prepare`. Throws 404 for an unknown item, 409 before production. */
export const printedEvidence = async (
  services: Services,
  scope: ReadContext['scope'],
  itemId: string,
): Promise<PrintedEvidence> => {
  const item = await services.store.read((rows) => itemById(rows, scope, itemId))
  if (!item.history.some(({ status }) => status === 'IN_PRODUCTION')) {
    throw problem(evidenceProblems.sentence('invalid_state.no_evidence', { status: item.status }))
  }
  const printed = await printedOf(services, scope, itemId)
  const pages = await printedPages(services, printed)
  return {
    printed,
    document: pages ? { bytes: pages.pdf.length, sha256: toHex(services.crypto.sha256(pages.pdf)) } : null,
    sums: await packageSums(services, printed.run),
  }
}

/** Signs the evidence with the key of this instance. */
export const signedEvidence = async (
  { services, rows, scope, shared }: Pick<ReadContext, 'services' | 'rows' | 'scope' | 'shared'>,
  half: PrintedEvidence,
): Promise<EvidenceBundle> => {
  const { printed } = half
  const item = await itemById(rows, scope, printed.item.id)
  const version = (await rows.templateVersions.get(shared, item.templateVersionId))!
  const ofItem = { itemId: item.id }
  const ledger = await rows.ledgerEntries.find(shared, ofItem)
  // OWN_MAIL can't be set or left after live mail, so it has not changed since the item was created.
  const organisation = await rows.organisations.get(everyone, item.organisationId)
  const events = await rows.events.find(scope, ofItem, { order: [{ field: 'sequence' }] })
  const evidence: Evidence = {
    type: evidenceType,
    issuedAt: toDateTime(services.clock.now()),
    issuer: services.config.baseUrl,
    item: itemPart(item, organisation?.billingMode === 'OWN_MAIL'),
    template: {
      id: version.templateId,
      versionId: version.id,
      number: version.number,
      publishedAt: toDateTime(version.publishedAt),
      layerSha256: printed.record.layers[version.id]!,
    },
    run: runPart(printed),
    printed: printedPart(services, half),
    package: { sums: half.sums, sumsSha256: toHex(services.crypto.sha256(half.sums)) },
    ledger: ledger.map(({ id, kind, debit, credit, amountCents, currency, createdAt }) => ({
      ...{ id, kind, debit, credit, amountCents, currency },
      createdAt: toDateTime(createdAt),
    })),
    events: events.map(({ id, type, createdAt }) => ({ id, type, createdAt: toDateTime(createdAt) })),
  }
  return sign(services, evidence)
}

const sign = ({ crypto }: Services, evidence: Evidence): EvidenceBundle => {
  const { key, signature } = crypto.signer.sign(new TextEncoder().encode(canonicalJson(evidence)))
  return {
    evidence,
    signature: {
      algorithm: 'Ed25519',
      keyId: key.id,
      publicKey: toBase64(key.publicKey),
      value: toBase64(signature),
    },
  }
}

const itemPart = (item: ItemRow, isOwnMail: boolean): Evidence['item'] => ({
  id: item.id,
  organisationId: item.organisationId,
  isTest: item.mode === 'test',
  isOwnMail,
  status: item.status,
  postflowId: item.postflowId,
  postbatchId: item.postbatchId,
  productId: item.productId,
  productSpecificationId: item.specificationId,
  advertisingCategory: item.advertisingCategory,
  priceCents: item.priceCents,
  currency: item.currency,
  createdAt: toDateTime(item.createdAt),
  erasedAt: toDateTimeOrNull(item.erasedAt),
  history: item.history.map(({ status, at }) => ({ status, at: toDateTime(at) })),
})

const runPart = ({ run, record }: Printed): Evidence['run'] => ({
  id: run.id,
  cutoffAt: toDateTime(run.cutoffAt),
  renderedAt: toDateTimeOrNull(run.renderedAt),
  handedToPrinterAt: toDateTimeOrNull(run.handedToPrinterAt),
  handedToCarrierAt: toDateTimeOrNull(run.handedToCarrierAt),
  completedAt: toDateTimeOrNull(run.completedAt),
  itemCount: run.itemCount,
  partner: run.partner,
  engine: record.engine,
})

const printedPart = (
  services: Services,
  { printed: { part, piece }, document }: PrintedEvidence,
): Evidence['printed'] => {
  const { name, bytes, pages, items, sha256 } = part
  return {
    id: piece.id,
    sequence: piece.sequence,
    firstPage: piece.firstPage,
    pageCount: piece.pageCount,
    sha256: piece.sha256,
    part: { name, bytes, pages, items, sha256 },
    manifestRow: isErased(piece) ? null : { ...piece },
    manifestRowSha256: isErased(piece) ? piece.rowSha256 : pieceSha256(services, piece),
    document,
  }
}

import { type Caller, type ModeScope, makerIdOf } from '../../engine/caller.ts'
import type { ProcessContext, ReadContext, Transaction } from '../../engine/context.ts'
import type { ByteSource } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { asError, notFound, problem, validationFailed } from '../../kernel/errors.ts'
import { type Finding, hasErrors } from '../../kernel/finding.ts'
import { dayMs, hourMs, toDateTime } from '../../kernel/time.ts'
import {
  type AssetRow,
  isListKind,
  type UploadedSheet,
  type UploadKind,
  type UploadRow,
} from '../../model/assets.ts'
import { writeBlob } from '../../ports/blobs.ts'
import type { InspectedImage, InspectedSheet, Inspection } from '../../ports/inspection.ts'
import { StoreUnavailable } from '../../ports/store.ts'
import { uploadLimits } from './limits.ts'
import { checkKind, receive } from './receive.ts'
import type { UploadWire } from './schema.ts'
import { uploadProblems } from './sentences.ts'

export const uploadToWire = (row: UploadRow): UploadWire => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  isTest: row.mode === 'test',
  name: row.fileName,
  contentType: row.contentType,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  pages: row.pages,
  sheets: row.sheets?.map(sheetToWire) ?? null,
  assetId: row.assetId,
  findings: row.findings,
  createdAt: toDateTime(row.createdAt),
})

const sheetToWire = ({ name, rowCount, columnCount, isHidden }: UploadedSheet) => ({
  name,
  rowCount,
  columnCount,
  isHidden: isHidden ?? false,
})

/** Finds a list of this mode or a file of either mode. Throws 404. */
export const uploadById = async (
  { rows, scope, shared }: Pick<ReadContext, 'rows' | 'scope' | 'shared'>,
  id: string,
): Promise<UploadRow> => {
  const upload = await rows.uploads.get(shared, id)
  if (!upload || !isVisible(upload, scope)) throw notFound('upload')
  return upload
}

/** True for callers' own lists, and for any list with the scope `items.read`. */
export const mayOpenList = (caller: Caller, upload: Pick<UploadRow, 'createdById'> | undefined): boolean =>
  (upload?.createdById ?? null) === makerIdOf(caller) || caller.scopes.includes('items.read')

const isVisible = (upload: UploadRow, scope: ModeScope): boolean =>
  upload.mode === scope.mode || !isListKind(upload.kind)

/** Stores a file that passes inspection, or nothing. Idempotent by id, even for concurrent calls. */
export const takeUpload = async (
  context: ProcessContext,
  { id, kind, name, face }: { id: string; kind: UploadKind; name: string; face?: number | undefined },
  source: ByteSource,
): Promise<UploadRow> => {
  const { services, scope } = context
  if (!isListKind(kind) && scope.mode === 'test') {
    throw problem(uploadProblems.sentence('insufficient_scope.lists_only'))
  }
  const earlier = await services.store.read((rows) => rows.uploads.get(scope, id))
  if (earlier) return earlier
  const begunAt = services.clock.now()
  const received = await receive(services, source, {
    // Each attempt has its own key, since a row may already use that of another. The key's age tells the
    // sweep whether a row may still follow.
    blobKey: uploadKey(services),
    limit: uploadLimits.bytes[kind],
  })
  const { blobKey, sizeBytes, sha256 } = received
  const blobs = [blobKey]
  try {
    if (services.clock.now() - begunAt > uploadLimits.receiveHours * hourMs) throw tooSlow()
    const { contentType, findings } = checkKind(kind, received)
    if (hasErrors(findings)) throw refused(findings)
    const upload: UploadRow = {
      id,
      ...scope,
      kind,
      status: 'READY',
      fileName: name,
      contentType,
      sizeBytes,
      sha256,
      blobKey,
      sheets: null,
      pages: null,
      assetId: null,
      findings,
      createdAt: context.now,
      createdById: makerIdOf(context.caller),
    }
    const kept = await storeUpload(context, upload, { blobs, face })
    if (kept.blobKey === null || !blobs.includes(kept.blobKey)) await removeAll(services, blobs)
    return kept
  } catch (error) {
    // If it is unknown whether the row was stored, the sweep handles the blob.
    const mayBeKept = error instanceof StoreUnavailable && error.outcomeUnknown
    if (!mayBeKept) await removeAll(services, blobs)
    throw error
  }
}

const uploadKey = ({ ids }: Services): string => `uploads/${ids.next('upl').toLowerCase()}`

/** Adds blob keys to `blobs` before writing them. */
const storeUpload = (
  context: ProcessContext,
  upload: UploadRow,
  { blobs, face }: { blobs: string[]; face: number | undefined },
): Promise<UploadRow> => {
  if (upload.kind === 'CSV') return keepList(context, upload)
  if (upload.kind === 'XLSX') return storeWorkbook(context, upload, blobs)
  return storeAsset(context, upload, upload.kind, { blobs, face })
}

const removeAll = async ({ blobs }: Services, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await blobs.remove(key)
}

/** Inserts the upload. If another attempt came first, returns its row instead. */
const insertOnce = (
  context: ProcessContext,
  upload: UploadRow,
  beside: (transaction: Transaction) => unknown,
): Promise<UploadRow> =>
  context.transact(async (transaction) => {
    const { uploads } = transaction.rows
    const first = await uploads.get(context.scope, upload.id)
    if (first) return first
    await uploads.insert(upload)
    await beside(transaction)
    return upload
  })

const keepList = (context: ProcessContext, upload: UploadRow): Promise<UploadRow> =>
  insertOnce(context, upload, ({ work }) =>
    work.enqueue({
      kind: 'assets.expireUpload',
      subject: upload.id,
      organisationId: upload.organisationId,
      // By real time, because a list is kept for thirty real days.
      mode: null,
      dueAt: context.services.clock.now() + uploadLimits.csvDays * dayMs,
      payload: { uploadId: upload.id },
    }),
  )

/** Inspects a workbook in an isolated process. Stores the rows of its sheets as CSV instead of the file. */
const storeWorkbook = async (
  context: ProcessContext,
  upload: UploadRow,
  blobs: string[],
): Promise<UploadRow> => {
  const { services } = context
  const { findings, sheets: found = [] } = await inspected(context, upload, 'XLSX')
  const blobKey = uploadKey(services)
  blobs.push(blobKey)
  const sheets = await writeBlob(services.blobs, blobKey, (write) => writeSheets(found, write))
  await services.blobs.remove(upload.blobKey!)
  return keepList(context, { ...upload, blobKey, findings, sheets })
}

const writeSheets = async (
  sheets: readonly InspectedSheet[],
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<UploadedSheet[]> => {
  const written: UploadedSheet[] = []
  let end = 0
  const append = async (csv: AsyncIterable<Uint8Array>) => {
    const start = end
    for await (const chunk of csv) {
      end += chunk.length
      await write(chunk)
    }
    return { start, end }
  }
  for (const { name, isHidden, rowCount, columnCount, csv, formatted } of sheets) {
    const range = await append(csv)
    written.push({
      name,
      rowCount,
      columnCount,
      ...(isHidden ? { isHidden } : {}),
      ...range,
      ...(formatted ? { formatted: await append(formatted) } : {}),
    })
  }
  return written
}

/** Throws 422 if the file can't be used. */
const inspected = async (
  { services }: ProcessContext,
  upload: UploadRow,
  kind: Exclude<UploadKind, 'CSV'>,
  face?: number,
): Promise<Inspection> => {
  const inspection = await services.renderer.inspect({
    kind,
    face,
    organisationId: upload.organisationId,
    sizeBytes: upload.sizeBytes,
    read: async () => (await services.blobs.stream(upload.blobKey!))!,
  })
  if (hasErrors(inspection.findings)) throw refused(inspection.findings)
  return inspection
}

/** Inserts the upload and its asset. Stores only the bytes that templates use. */
const storeAsset = async (
  context: ProcessContext,
  upload: UploadRow,
  kind: AssetRow['kind'],
  { blobs, face }: { blobs: string[]; face: number | undefined },
): Promise<UploadRow> => {
  const { services } = context
  const { findings, image, pages = null, replacement } = await inspected(context, upload, kind, face)
  const printed = replacement ? await storeReplacement(context, upload, replacement, blobs) : upload
  const asset = newAsset(context, printed, kind, { image, pages })
  if (asset.thumbKey !== null) {
    blobs.push(asset.thumbKey)
    await services.blobs.put(asset.thumbKey, image!.thumbnail)
  }
  const { blobKey } = printed
  return insertOnce(context, { ...upload, blobKey, pages, assetId: asset.id, findings }, ({ rows }) =>
    rows.assets.insert(asset),
  )
}

/** Stores the converted bytes and removes the original. */
const storeReplacement = async (
  { services }: ProcessContext,
  upload: UploadRow,
  { bytes, sha256 }: NonNullable<Inspection['replacement']>,
  blobs: string[],
): Promise<UploadRow> => {
  const blobKey = uploadKey(services)
  blobs.push(blobKey)
  await services.blobs.put(blobKey, bytes)
  await services.blobs.remove(upload.blobKey!)
  return { ...upload, blobKey, sizeBytes: bytes.length, sha256 }
}

const newAsset = (
  { services }: ProcessContext,
  upload: UploadRow,
  kind: AssetRow['kind'],
  { image, pages }: Pick<AssetRow, 'pages'> & { image: InspectedImage | undefined },
): AssetRow => {
  const id = services.ids.next('ast')
  return {
    id,
    organisationId: upload.organisationId,
    uploadId: upload.id,
    kind,
    status: 'ACTIVE',
    name: upload.fileName,
    format: image?.format ?? (kind === 'FONT' ? 'font' : 'pdf'),
    widthPx: image?.widthPx ?? null,
    heightPx: image?.heightPx ?? null,
    hasAlpha: image?.hasAlpha ?? false,
    colourProfile: image?.colourProfile ?? null,
    pages,
    sizeBytes: upload.sizeBytes,
    sha256: upload.sha256,
    blobKey: upload.blobKey!,
    thumbKey: image ? `thumbs/${id.toLowerCase()}.png` : null,
    createdAt: upload.createdAt,
  }
}

const tooSlow = () =>
  problem(uploadProblems.sentence('malformed_body.slow', { hours: uploadLimits.receiveHours }))

const refused = (findings: readonly Finding[]) =>
  validationFailed(findings.filter((found) => hasErrors([found])).map((found) => asError(found, 'body')))

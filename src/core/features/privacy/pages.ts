import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import type { Services } from '../../engine/services.ts'
import { isNotNull, oneOf, slices } from '../../kernel/query.ts'
import type { RunPart, RunRow } from '../../model/runs.ts'
import { partNumber, pieceSha256 } from '../evidence/printed.ts'
import { packageSums } from '../runs/package/package.ts'
import { removeRemakePages } from '../runs/remakes/package.ts'
import {
  type ErasedPiece,
  isErased,
  keepPartRecord,
  type PartRecord,
  type PrintedPiece,
  partBlob,
  partRecord,
  recordBlob,
  runBlob,
} from '../runs/rendering/blobs.ts'

const chunkSize = 100

/**
 * Blanks the pages of a run's requested erasures, keeps only sequence and digests in the part's record, and
 * removes the package from the printer's folder. Parts without any of `itemIds` are skipped.
 */
export const erasePages = async (
  context: JobContext,
  runId: string,
  itemIds: readonly string[],
): Promise<void> => {
  const { services } = context
  const run = await services.store.read((rows) => rows.runs.get(organisationOf(context.job), runId))
  if (!run) return
  // The checksums of the handed-over package can't be computed after a page was blanked.
  if (run.handedToPrinterAt !== null && !run.parts.some((part) => part.erasures)) {
    await packageSums(services, run)
  }
  for (const number of await partsOf(services, run, itemIds)) {
    while (!(await erasePart(context, run, number)));
    await context.extend()
  }
  await removeRemakePages(services, run.id)
  await discardPackage(services, run)
}

/** Removes packages of the run and its remakes. Throws if the printer's folder can't be read. */
export const discardPackage = async (services: Services, run: RunRow): Promise<void> => {
  const partner = await services.printerDesk.of(run)
  await partner.discard(run.id, { handedOver: run.handedToPrinterAt !== null })
  const remakes = await services.store.read((rows) => rows.runRemakes.find(run, { runId: run.id }))
  for (const { id, handedToPrinterAt } of remakes)
    await partner.discard(id, { handedOver: handedToPrinterAt !== null })
}

const partsOf = async (services: Services, run: RunRow, itemIds: readonly string[]): Promise<Set<number>> => {
  const numbers = new Set<number>()
  for (const ids of slices(itemIds, chunkSize)) {
    const items = await services.store.read((rows) => rows.items.find(run, { id: oneOf(ids) }))
    for (const { sequence } of items) {
      const number = sequence === null ? undefined : partNumber(run, sequence)
      if (number !== undefined) numbers.add(number)
    }
  }
  return numbers
}

/** Erases a part and removes its old blobs. Returns false if another process has changed the part since. */
const erasePart = async (context: JobContext, of: RunRow, number: number): Promise<boolean> => {
  const { services, job, transact } = context
  const run = (await services.store.read((rows) => rows.runs.get(of, of.id)))!
  const part = run.parts[number - 1]!
  const record = await partRecord(services, part)
  const requested = await requestedIn(services, run, record)
  if (record.pieces.some((piece) => requested.has(piece.id) && !isErased(piece))) {
    const erasures = (part.erasures ?? 0) + 1
    const blobKey = partBlob(run.id, number, erasures, job.leaseToken ?? job.id)
    await rewrite(services, part, record, requested, blobKey)
    const counted = await transact(async ({ rows }) => {
      const current = (await rows.runs.get(run, run.id))!
      if (current.parts[number - 1]!.blobKey !== part.blobKey) return false
      const parts = current.parts.with(number - 1, { ...part, blobKey, erasures })
      return rows.runs.update(run, run.id, { parts })
    })
    if (!counted) return false
  }
  await removeOld(services, run, number)
  return true
}

const rewrite = async (
  services: Services,
  part: RunPart,
  record: PartRecord,
  requested: ReadonlySet<string>,
  blobKey: string,
): Promise<void> => {
  const gone = record.pieces.filter((piece) => requested.has(piece.id) || isErased(piece))
  const pages = gone.flatMap(({ firstPage, pageCount }) =>
    Array.from({ length: pageCount }, (_, index) => firstPage + index),
  )
  const pdf = await services.blobs.get(part.blobKey)
  if (pdf) await services.blobs.put(blobKey, await services.renderer.blank(pdf, pages))
  await keepPartRecord(services, blobKey, {
    ...record,
    pieces: record.pieces.map((piece) =>
      requested.has(piece.id) && !isErased(piece) ? erasedPiece(services, piece) : piece,
    ),
  })
}

const erasedPiece = (services: Services, piece: PrintedPiece): ErasedPiece => {
  const { id, sequence, part, firstPage, pageCount, country, templateVersionId, sha256 } = piece
  const kept = { id, sequence, part, firstPage, pageCount, country, templateVersionId, sha256 }
  return { ...kept, erased: true, rowSha256: pieceSha256(services, piece) }
}

const requestedIn = async (services: Services, run: RunRow, { pieces }: PartRecord): Promise<Set<string>> => {
  const requested = new Set<string>()
  for (const some of slices(pieces, chunkSize)) {
    const value = some.map(({ id }) => id)
    const found = await services.store.read((rows) =>
      rows.items.find(run, { id: oneOf(value), erasureRequestedAt: isNotNull }),
    )
    for (const { id } of found) requested.add(id)
  }
  return requested
}

/** Removes earlier blobs of a part, but none newer than its own: another attempt may be writing them. */
const removeOld = async (services: Services, of: RunRow, number: number): Promise<void> => {
  const run = (await services.store.read((rows) => rows.runs.get(of, of.id)))!
  const { blobKey, erasures = 0 } = run.parts[number - 1]!
  const kept = [blobKey, recordBlob(blobKey)]
  for await (const key of services.blobs.list(runBlob(run.id, name(number)))) {
    const revision = Number(/^[^.]+\.(\d+)\./.exec(key.slice(key.lastIndexOf('/') + 1))?.[1] ?? 0)
    if (revision <= erasures && !kept.includes(key)) await services.blobs.remove(key)
  }
}

const name = (number: number): string => String(number).padStart(3, '0')

import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { LeaseLost } from '../../../engine/jobs/runner.ts'
import type { Services } from '../../../engine/services.ts'
import { hasErrors } from '../../../kernel/finding.ts'
import type { RunRow } from '../../../model/runs.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { itemsPerChunk, readMoveContext } from '../../items/chunks.ts'
import { moveItem } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { detachFromRun, jobOfRun } from '../../items/scheduling.ts'
import { specificationAt } from '../../products/versions.ts'
import { isRenderedPart, recordBlob, runBlob } from '../blobs.ts'
import { failAfterRetries } from '../failure.ts'
import { itemsByIds, itemsInOrder } from '../order.ts'
import { distinct, type RenderedPart, renderPart } from '../part.ts'
import { moveRun, passedOn } from '../run.ts'
import { forgetSums } from '../sums.ts'
import { partsOf, traysOf } from '../trays.ts'

type Read = <T>(body: (rows: Rows) => Promise<T>) => Promise<T>

/** Renders a run, part by part. Finished parts stay: an interrupted run continues with the part it was at. */
export const runRender = defineJob({
  kind: 'runs.render',
  handler: (context) => failAfterRetries(context, () => render(context)),
})

const render = async (context: JobContext): Promise<{ resumeAt: number } | undefined> => {
  const { services, transact } = context
  let run = await begin(context)
  if (!run) return undefined
  const { organisation, specification } = await services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run!.organisationId))!,
    specification: await specificationAt(services, rows, run!.specificationId, run!.specificationVersion),
  }))
  const read: Read = (body) => services.store.read(body)
  const waiting = await itemsInOrder(read, run, organisation.country)
  const { itemsPerPart } = services.config
  const trays = traysOf(waiting, Math.min(specification.sheet.trayPieces ?? itemsPerPart, itemsPerPart))
  for (const part of partsOf(trays, itemsPerPart)) {
    const items = await itemsByIds(
      read,
      run,
      part.flatMap(({ pieces }) => pieces.map(({ id }) => id)),
    )
    const trayOf = new Map(part.flatMap(({ pieces }, tray) => pieces.map(({ id }) => [id, tray] as const)))
    const rendered = await renderPart(services, {
      run,
      organisation,
      sheet: specification.sheet,
      number: run.parts.length + 1,
      attempt: context.job.leaseToken ?? context.job.id,
      firstSequence: run.parts.reduce((count, part) => count + part.items, 0) + 1,
      firstTray: run.parts.reduce((count, { trays }) => count + (trays?.length ?? 0), 0) + 1,
      items,
      trayOf: (item) => trayOf.get(item.id)!,
    })
    run = await keepOrRemove(context, run, rendered)
    const later = context.giveWay()
    if (later) return later
  }
  await removeLeftOver(context, run)
  await transact(async (transaction) => {
    const { now } = context
    const current = await transaction.rows.runs.get(run!, run!.id)
    if (current?.status !== 'RENDERING') return
    const itemCount = current.parts.reduce((count, part) => count + part.items, 0)
    await moveRun(transaction, current, itemCount === 0 ? 'COMPLETED' : 'RENDERED', now, { itemCount })
    if (itemCount > 0)
      transaction.work.enqueue(jobOfRun(current, 'runs.handOver', now, passedOn(context.job)))
  })
  return undefined
}

const begin = ({ job, now, transact }: JobContext): Promise<RunRow | undefined> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(organisationOf(job), String(job.payload.runId))
    if (run?.status === 'CUTOFF_REACHED') return moveRun(transaction, run, 'RENDERING', now)
    return run?.status === 'RENDERING' ? run : undefined
  })

/**
 * Counts a part, or removes its blobs where another job has counted that part first: nothing would ever find
 * them.
 */
const keepOrRemove = async (context: JobContext, run: RunRow, rendered: RenderedPart): Promise<RunRow> => {
  try {
    await context.extend()
    return await keepPart(context, run, rendered)
  } catch (error) {
    if (error instanceof LeaseLost && rendered.part)
      await removeUncounted(context.services, run, [rendered.part.blobKey])
    throw error
  }
}

/** Numbers the pieces, fails the items that cannot be printed, and counts the part as finished last. */
const keepPart = async (context: JobContext, run: RunRow, rendered: RenderedPart): Promise<RunRow> => {
  const { services, now, transact, extend } = context
  for (let start = 0; start < rendered.pieces.length; start += itemsPerChunk) {
    await transact(async ({ rows }) => {
      await assertFirst(context, rows, run)
      for (const { id, sequence } of rendered.pieces.slice(start, start + itemsPerChunk)) {
        const own = { runId: run.id, status: 'SCHEDULED' as const }
        const kept = await rows.items.update(run, id, { sequence }, own)
        if (!kept) throw new Error(`The item ${id} left the run while it was being rendered.`)
      }
    })
    await extend()
  }
  for (let start = 0; start < rendered.excluded.length; start += itemsPerChunk) {
    await transact(async (transaction) => {
      await assertFirst(context, transaction.rows, run)
      const move = await readMoveContext(services, transaction, run.organisationId, now)
      for (const { item, findings } of rendered.excluded.slice(start, start + itemsPerChunk)) {
        const current = await transaction.rows.items.get(run, item.id)
        if (current?.status !== 'SCHEDULED' || current.runId !== run.id) continue
        const stopping = findings.filter((finding) => hasErrors([finding]))
        const failed = moveItem(move, current, 'FAILED', {
          reason: `Excluded from ${run.id}: ${stopping.map((finding) => finding.message).join(' ')}`,
          patch: { ...(await detachFromRun(move, current)), findings },
        })
        await saveItem(transaction.rows, failed)
      }
    })
  }
  const { part } = rendered
  if (!part) return run
  const counted = { parts: [...run.parts, part], drawn: distinct([...run.drawn, ...rendered.drawn]) }
  await transact(async ({ rows }) => {
    await assertFirst(context, rows, run)
    await rows.runs.update(run, run.id, counted, { status: 'RENDERING' })
  })
  return { ...run, ...counted }
}

/**
 * Two jobs may render a run, because an operator requested it once more. The first to count a part goes on,
 * and the other stops before it replaces that part with its own. Throws `LeaseLost`.
 */
const assertFirst = async ({ job }: JobContext, rows: Rows, run: RunRow): Promise<void> => {
  const current = await rows.runs.get(run, run.id)
  if (current?.status === 'RENDERING' && current.parts.length === run.parts.length) return
  throw new LeaseLost(job.id)
}

/**
 * Removes parts of earlier renderings and abandoned attempts, whose pages no package may contain, and the
 * checksums of the previous package.
 */
const removeLeftOver = async ({ services }: JobContext, run: RunRow): Promise<void> => {
  await forgetSums(services, run.id)
  const rendered: string[] = []
  for await (const key of services.blobs.list(runBlob(run.id, ''))) {
    if (isRenderedPart(key)) rendered.push(key)
  }
  await removeUncounted(services, run, rendered)
}

/** Removes the named parts with their records, except those that the run counts now. */
const removeUncounted = async (
  { blobs, store }: Pick<Services, 'blobs' | 'store'>,
  run: RunRow,
  keys: readonly string[],
): Promise<void> => {
  const current = await store.read((rows) => rows.runs.get(run, run.id))
  const counted = new Set(current?.parts.map(({ blobKey }) => blobKey))
  for (const key of keys) {
    if (counted.has(key)) continue
    await blobs.remove(key)
    await blobs.remove(recordBlob(key))
  }
}

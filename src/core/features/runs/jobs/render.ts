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
import { specificationAt } from '../../products/specifications.ts'
import { removeSums } from '../package/package.ts'
import { failAfterRetries } from '../printing/hand-over.ts'
import { isRenderedPart, recordBlob, runBlob } from '../rendering/blobs.ts'
import { itemsByIds, itemsInOrder, partsOf, type Tray, traysOf } from '../rendering/order.ts'
import { distinct, type PartRequest, type RenderedPart, renderPart } from '../rendering/part.ts'
import { moveRun, passedOn } from '../run.ts'

/** Renders a run part by part. Finished parts survive an interruption. */
export const runRender = defineJob({
  kind: 'runs.render',
  handler: (context) => failAfterRetries(context, () => render(context)),
})

const render = async (context: JobContext<'runs.render'>): Promise<{ resumeAt: number } | undefined> => {
  const { services, transact } = context
  let run = await begin(context)
  if (!run) return undefined
  const { organisation, specification } = await services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run!.organisationId))!,
    specification: await specificationAt(services, rows, run!.specificationId, run!.specificationVersion),
  }))
  const waiting = await itemsInOrder((body) => services.store.read(body), run, organisation.country)
  const { itemsPerPart } = services.config
  const trays = traysOf(waiting, Math.min(specification.sheet.trayPieces ?? itemsPerPart, itemsPerPart))
  const parts = partsOf(trays, itemsPerPart)
  const draw = (counted: RunRow, part: readonly Tray[]) =>
    drawPart(context, counted, { organisation, sheet: specification.sheet }, part)
  let drawing: Promise<RenderedPart> | undefined
  for (const [index, part] of parts.entries()) {
    const rendered = await (drawing ?? draw(run, part))
    const counted = withPart(run, rendered)
    const later = context.giveWay()
    const next = later ? undefined : parts[index + 1]
    // Renders the next part in threads while the rows of this one are written.
    drawing = next && draw(counted, next)
    await countOrRemove(context, run, rendered, drawing)
    run = counted
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
      transaction.work.enqueue(jobOfRun(current, 'runs.handOver', now, passedOn(context.args)))
  })
  return undefined
}

const begin = ({ job, args, now, transact }: JobContext<'runs.render'>): Promise<RunRow | undefined> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
    if (run?.status === 'CUTOFF_REACHED') return moveRun(transaction, run, 'RENDERING', now)
    return run?.status === 'RENDERING' ? run : undefined
  })

/** Renders a part. Its pieces are numbered from the end of the previous part. */
const drawPart = async (
  { services, job }: JobContext<'runs.render'>,
  run: RunRow,
  { organisation, sheet }: Pick<PartRequest, 'organisation' | 'sheet'>,
  trays: readonly Tray[],
): Promise<RenderedPart> => {
  const items = await itemsByIds(
    (body) => services.store.read(body),
    run,
    trays.flatMap(({ pieces }) => pieces.map(({ id }) => id)),
  )
  const trayOf = new Map(trays.flatMap(({ pieces }, tray) => pieces.map(({ id }) => [id, tray] as const)))
  return renderPart(services, {
    run,
    organisation,
    sheet,
    number: run.parts.length + 1,
    attempt: job.leaseToken ?? job.id,
    firstSequence: run.parts.reduce((count, part) => count + part.items, 0) + 1,
    firstTray: run.parts.reduce((count, { trays }) => count + (trays?.length ?? 0), 0) + 1,
    items,
    trayOf: (item) => trayOf.get(item.id)!,
  })
}

/** Returns the run with the part, unless none of its pieces could be printed. */
const withPart = (run: RunRow, { part, drawn }: RenderedPart): RunRow =>
  part ? { ...run, parts: [...run.parts, part], drawn: distinct([...run.drawn, ...drawn]) } : run

/**
 * Counts a part. If that fails, waits for the next part, which is being rendered, and removes it; if another
 * job counted this part first, removes this one too. Their blobs would be orphaned.
 */
const countOrRemove = async (
  context: JobContext<'runs.render'>,
  run: RunRow,
  rendered: RenderedPart,
  drawing: Promise<RenderedPart> | undefined,
): Promise<void> => {
  const ahead = drawing?.catch(() => undefined)
  try {
    await context.extend()
    await countPart(context, run, rendered)
  } catch (error) {
    const abandoned = [error instanceof LeaseLost ? rendered : undefined, await ahead]
    await removeUncounted(
      context.services,
      run,
      abandoned.flatMap((one) => one?.part?.blobKey ?? []),
    )
    throw error
  }
}

/** Numbers the pieces, fails items that can't be printed, and adds the part to the run. */
const countPart = async (
  context: JobContext<'runs.render'>,
  run: RunRow,
  rendered: RenderedPart,
): Promise<void> => {
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
  if (!rendered.part) return
  const { parts, drawn } = withPart(run, rendered)
  await transact(async ({ rows }) => {
    await assertFirst(context, rows, run)
    await rows.runs.update(run, run.id, { parts, drawn }, { status: 'RENDERING' })
  })
}

/**
 * An operator's request may start a second job. The first to count a part continues; the other stops before
 * it replaces that part. Throws `LeaseLost`.
 */
const assertFirst = async ({ job }: JobContext<'runs.render'>, rows: Rows, run: RunRow): Promise<void> => {
  const current = await rows.runs.get(run, run.id)
  if (current?.status === 'RENDERING' && current.parts.length === run.parts.length) return
  throw new LeaseLost(job.id)
}

/** Removes parts of earlier renderings and attempts, and the previous package's checksums. */
const removeLeftOver = async ({ services }: JobContext<'runs.render'>, run: RunRow): Promise<void> => {
  await removeSums(services, run.id)
  const rendered: string[] = []
  for await (const key of services.blobs.list(runBlob(run.id, ''))) {
    if (isRenderedPart(key)) rendered.push(key)
  }
  await removeUncounted(services, run, rendered)
}

/** Removes these blobs, except those of parts in the run's row. */
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

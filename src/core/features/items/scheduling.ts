import type { JobArgs, JobKind, NewJob } from '../../engine/jobs/kinds.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { specificationOf } from '../products/specification.ts'
import { versionOf } from '../products/versions.ts'
import { keepRun, printerOf, runKeyOf, seekRun } from './find-runs.ts'
import type { MoveContext } from './move.ts'
import { moveItem } from './move.ts'
import { type OpenRun, runCounts } from './run-counts.ts'

/**
 * Attaches a READY item to the earliest open run of the version of its specification whose cutoff falls on or after its
 * `sendOn`, creating the run where needed, and moves the item to SCHEDULED. The caller persists the returned
 * row. Undefined while the organisation is suspended, or where the schedule has no cutoff left: the item
 * stays READY.
 */
export const attachToRun = async (context: MoveContext, item: ItemRow): Promise<ItemRow | undefined> => {
  if (context.organisation.status === 'SUSPENDED') return undefined
  const specification = await specificationOf(
    context.services,
    context.transaction.rows,
    item.specificationId,
  )
  const run = await openRun(context, item, specification)
  if (!run) return undefined
  context.transaction.work.of(runCounts).join(run, item)
  return moveItem(context, item, 'SCHEDULED', { patch: { runId: run.id, cancellableUntil: run.cutoffAt } })
}

/**
 * Takes a scheduled item out of its run, because of a pause, cancellation, suppression or exclusion. Returns
 * the fields that change with the item's next move; the caller moves and persists it.
 */
export const detachFromRun = async (
  context: MoveContext,
  item: ItemRow,
): Promise<Pick<ItemRow, 'runId' | 'cancellableUntil' | 'sequence'>> => {
  if (item.runId !== null) context.transaction.work.of(runCounts).leave(item, item.runId)
  return { runId: null, cancellableUntil: null, sequence: null }
}

const openRun = async (
  context: MoveContext,
  item: ItemRow,
  specification: SpecificationRow,
): Promise<OpenRun | undefined> => {
  const printerId = await printerOf(context, item, specification)
  const place = await seekRun(context, item, specification, printerId)
  if (!place) return undefined
  const { sought, run } = place
  return run ?? keepRun(context, sought, await makeRun(context, item, specification, sought))
}

const makeRun = async (
  { services, transaction, now }: MoveContext,
  item: ItemRow,
  specification: SpecificationRow,
  { cutoffAt, printerId }: Pick<RunRow, 'cutoffAt' | 'printerId'>,
): Promise<RunRow> => {
  const { organisationId, mode } = item
  const common = {
    specificationId: specification.id,
    specificationVersion: versionOf(item.specificationVersion),
    printerId,
    cutoffAt,
  }
  const run: RunRow = {
    ...common,
    runKey: runKeyOf(common),
    costRates: null,
    spoiled: null,
    mailings: [],
    id: services.ids.next('run'),
    organisationId,
    mode,
    productId: specification.productId,
    status: 'OPEN',
    itemCount: 0,
    parts: [],
    drawn: [],
    findings: [],
    givenPrinterId: null,
    printerChosenAt: null,
    awayPrinterId: null,
    awaySince: null,
    partner: null,
    partnerReference: null,
    uncertain: false,
    reason: null,
    history: [{ status: 'OPEN', at: now }],
    cutoffReachedAt: null,
    renderedAt: null,
    handedToPrinterAt: null,
    printedAt: null,
    handedToCarrierAt: null,
    completedAt: null,
    endedAt: null,
    pagesDeletedAt: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await transaction.rows.runs.insert(run)
  transaction.work.enqueue(jobOfRun(run, 'runs.cutoff', cutoffAt))
  return run
}

/** The job that schedules an organisation's READY items: at a cutoff, and when a suspension ends. */
export const attachReadyJob = (organisationId: string, mode: Mode, now: number): NewJob => ({
  kind: 'runs.attachReady',
  subject: `${organisationId}|${mode}`,
  organisationId,
  mode,
  dueAt: now,
})

/** The kinds of jobs that are about a run. */
export type RunJob = { [K in JobKind]: JobArgs<K> extends { runId: string } ? K : never }[JobKind]

interface OfRun<K extends RunJob> {
  subject?: string
  payload?: Omit<JobArgs<K>, 'runId'>
}

/** A job of a run, on the clock of its mode. Where several may wait at once, `subject` tells them apart. */
export const jobOfRun = <K extends RunJob>(
  run: Pick<RunRow, 'id' | 'organisationId' | 'mode'>,
  kind: K,
  dueAt: number,
  ...[more]: Record<never, never> extends Omit<JobArgs<K>, 'runId'> ? [more?: OfRun<K>] : [more: OfRun<K>]
): NewJob<K> =>
  ({
    kind,
    subject: more?.subject ?? run.id,
    organisationId: run.organisationId,
    mode: run.mode,
    dueAt,
    payload: { runId: run.id, ...more?.payload },
  }) as NewJob<K>

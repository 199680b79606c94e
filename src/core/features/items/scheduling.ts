import type { JobKind, NewJob } from '../../engine/jobs/kinds.ts'
import type { UnitOfWork } from '../../engine/participant.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { printerAtScheduling, shopOf } from '../printers/choice.ts'
import { cutoffFor } from '../products/cutoff.ts'
import { specificationOf } from '../products/specification.ts'
import { versionOf } from '../products/versions.ts'
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
  if (item.runId !== null) context.transaction.work.of(runCounts).leave(item.runId)
  return { runId: null, cancellableUntil: null, sequence: null }
}

/** The open runs that a transaction has found: a bulk looks up the same run five hundred times. */
const knownRuns = new WeakMap<UnitOfWork, Map<string, OpenRun>>()

const openRun = async (
  context: MoveContext,
  item: ItemRow,
  specification: SpecificationRow,
): Promise<OpenRun | undefined> => {
  const { rows } = context.transaction
  const found = knownRuns.get(context.transaction.work) ?? new Map<string, OpenRun>()
  knownRuns.set(context.transaction.work, found)
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const printerId = await printerOf(context, item, specification)
  let after = context.now
  for (;;) {
    const cutoffAt = cutoffFor(specification.cutoff, after, item.sendOn)
    if (cutoffAt === undefined) return undefined
    const runKey = runKeyOf({ ...item, printerId, cutoffAt })
    const key = `${item.organisationId}|${item.mode}|${runKey}`
    const known = found.get(key)
    if (known) return known
    const [run] = await rows.runs.find(scope, { runKey }, { limit: 1 })
    if (!run || run.status === 'OPEN') {
      const { id, mailings } = run ?? (await makeRun(context, item, specification, { cutoffAt, printerId }))
      const open = { id, cutoffAt, mailings: mailings ?? [] }
      found.set(key, open)
      return open
    }
    // An operator closed or cancelled the run before its cutoff, so the next one is tried.
    after = cutoffAt
  }
}

/**
 * What the items of a run have in common, besides their organisation and mode: the version of a specification,
 * the printer and the cutoff. Whoever changes one of them on a run changes its key too.
 */
export const runKeyOf = ({
  specificationId,
  specificationVersion,
  printerId,
  cutoffAt,
}: Pick<RunRow, 'specificationId' | 'specificationVersion' | 'printerId' | 'cutoffAt'>): string =>
  [specificationId, versionOf(specificationVersion), printerId ?? '', cutoffAt].join('|')

/** The printer that the rules choose for an item now; its run may be given another before the hand-over. */
const printerOf = async (
  { services, transaction }: MoveContext,
  { organisationId, recipientCountry }: ItemRow,
  specification: SpecificationRow,
): Promise<string | null> => {
  const shop = await shopOf(services.caches, transaction.rows)
  return printerAtScheduling(shop, { organisationId, specification, country: recipientCountry })
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

/** A job of a run, on the clock of its mode. Where several may wait at once, `subject` tells them apart. */
export const jobOfRun = (
  run: Pick<RunRow, 'id' | 'organisationId' | 'mode'>,
  kind: JobKind,
  dueAt: number,
  more: { subject?: string; payload?: NewJob['payload'] } = {},
): NewJob => ({
  kind,
  subject: more.subject ?? run.id,
  organisationId: run.organisationId,
  mode: run.mode,
  dueAt,
  payload: { runId: run.id, ...more.payload },
})

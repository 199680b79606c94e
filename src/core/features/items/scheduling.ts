import type { JobKind, NewJob } from '../../engine/jobs/kinds.ts'
import type { UnitOfWork } from '../../engine/participant.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { countsPages, printerAtScheduling, type Shop, shopOf } from '../printers/choice.ts'
import { cutoffFor } from '../products/cutoff.ts'
import { specificationOf } from '../products/specification.ts'
import { versionOf } from '../products/versions.ts'
import type { MoveContext } from './move.ts'
import { moveItem } from './move.ts'
import { type OpenRun, runCounts } from './run-counts.ts'
import { pagesOf } from './terms.ts'

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

/** What a transaction has found: a bulk looks up the same run five hundred times. */
interface Found {
  runs: Map<string, OpenRun>
  shop?: Promise<Shop>
}

const knownOf = new WeakMap<UnitOfWork, Found>()

const foundIn = ({ transaction }: MoveContext): Found => {
  const found = knownOf.get(transaction.work) ?? { runs: new Map() }
  knownOf.set(transaction.work, found)
  return found
}

/** What the run of an item depends on. */
export type Schedulable = Pick<
  ItemRow,
  | 'organisationId'
  | 'mode'
  | 'specificationId'
  | 'specificationVersion'
  | 'templateVersionId'
  | 'recipientCountry'
  | 'sendOn'
>

/**
 * Looks up the runs that items will join, with statements that are sent at once; `attachToRun` would ask for one
 * after another. What is not found, or no longer open, it looks for itself.
 */
export const findRuns = async (context: MoveContext, items: readonly Schedulable[]): Promise<void> => {
  const found = foundIn(context)
  const { services, transaction } = context
  const looks = new Map<string, Promise<void>>()
  for (const item of items) {
    const specification = await specificationOf(services, transaction.rows, item.specificationId)
    const printerId = await printerOf(context, item, specification)
    const cutoffAt = cutoffFor(specification.cutoff, context.now, item.sendOn)
    if (cutoffAt === undefined) continue
    const run = { ...item, printerId, cutoffAt }
    const isKnown = looks.has(keyIn(run)) || found.runs.has(keyIn(run))
    if (!isKnown) looks.set(keyIn(run), lookUpRun(context, run, found))
  }
  await Promise.all(looks.values())
}

type Sought = Schedulable & Pick<RunRow, 'printerId' | 'cutoffAt'>

const keyIn = (run: Sought): string => `${run.organisationId}|${run.mode}|${runKeyOf(run)}`

const lookUpRun = async ({ transaction }: MoveContext, run: Sought, found: Found): Promise<void> => {
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const [known] = await transaction.rows.runs.find(scope, { runKey: runKeyOf(run) }, { limit: 1 })
  if (known?.status === 'OPEN') found.runs.set(keyIn(run), openOf(known))
}

const openOf = ({ id, cutoffAt, mailings }: RunRow): OpenRun => ({ id, cutoffAt, mailings: mailings ?? [] })

const openRun = async (
  context: MoveContext,
  item: ItemRow,
  specification: SpecificationRow,
): Promise<OpenRun | undefined> => {
  const { rows } = context.transaction
  const found = foundIn(context).runs
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const printerId = await printerOf(context, item, specification)
  let after = context.now
  for (;;) {
    const cutoffAt = cutoffFor(specification.cutoff, after, item.sendOn)
    if (cutoffAt === undefined) return undefined
    const runKey = runKeyOf({ ...item, printerId, cutoffAt })
    const key = keyIn({ ...item, printerId, cutoffAt })
    const known = found.get(key)
    if (known) return known
    const [run] = await rows.runs.find(scope, { runKey }, { limit: 1 })
    if (!run || run.status === 'OPEN') {
      const open = openOf(run ?? (await makeRun(context, item, specification, { cutoffAt, printerId })))
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

/** The printers and rules by which this transaction schedules. */
export const shopToScheduleBy = (context: MoveContext): Promise<Shop> => {
  const { services, transaction } = context
  const found = foundIn(context)
  found.shop ??= shopOf(services.caches, transaction.rows)
  return found.shop
}

/** The printer that the rules choose for an item now; its run may be given another before the hand-over. */
const printerOf = async (
  context: MoveContext,
  { organisationId, recipientCountry, templateVersionId }: Schedulable,
  specification: SpecificationRow,
): Promise<string | null> => {
  const { services, transaction } = context
  const shop = await shopToScheduleBy(context)
  const pages = countsPages(shop, specification)
    ? await pagesOf(services, transaction.rows, { organisationId, templateVersionId })
    : undefined
  return printerAtScheduling(shop, { organisationId, specification, pages, country: recipientCountry })
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

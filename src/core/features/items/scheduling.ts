import type { JobArgs, JobKind, NewJob } from '../../engine/jobs/kinds.ts'
import type { UnitOfWork } from '../../engine/unit-of-work.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { countsPages, printerAtScheduling, type Shop, shopOf } from '../printers/choice.ts'
import { cutoffFor } from '../products/cutoffs.ts'
import { specificationOf, versionOf } from '../products/specifications.ts'
import { type MoveContext, moveItem } from './move.ts'
import { pagesOf } from './price-terms.ts'
import { type OpenRun, runCounts } from './transaction-hooks.ts'

/**
 * Runs found by a transaction: a bulk looks up the same run five hundred times. A closed run stays closed.
 */
interface Found {
  runs: Map<string, OpenRun | 'closed'>
  shop?: Promise<Shop>
}

const knownOf = new WeakMap<UnitOfWork, Found>()

const foundIn = ({ transaction }: MoveContext): Found => {
  const found = knownOf.get(transaction.work) ?? { runs: new Map() }
  knownOf.set(transaction.work, found)
  return found
}

/** Fields that decide an item's run. */
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

/** The same before the item is priced. */
export type Unpriced = Omit<Schedulable, 'specificationVersion'>

/**
 * Prefetches the runs that items will join, with parallel statements; `attachToRun` would read them one after
 * another. It looks up any run not found here.
 */
export const findRuns = async (context: MoveContext, items: readonly Schedulable[]): Promise<void> => {
  const { services, transaction } = context
  const looks = new Map<string, Promise<unknown>>()
  for (const item of items) {
    const specification = await specificationOf(services, transaction.rows, item.specificationId)
    const printerId = await printerOf(context, item, specification)
    const cutoffAt = cutoffFor(specification.cutoff, context.now, item.sendOn)
    if (cutoffAt === undefined) continue
    const key = keyIn({ ...item, printerId, cutoffAt })
    if (!looks.has(key)) looks.set(key, seekRun(context, item, specification, printerId))
  }
  await Promise.all(looks.values())
}

/** A run's shared properties, with one of its items. */
type Sought = Schedulable & Pick<RunRow, 'printerId' | 'cutoffAt'>

const keyIn = (run: RunKey & Pick<RunRow, 'organisationId' | 'mode'>): string =>
  `${run.organisationId}|${run.mode}|${runKeyOf(run)}`

/**
 * Finds an item's run: the first one of its kind that is not closed, with the properties it was sought by.
 * Without a run, one must be created; undefined if there are no more cutoffs. Runs that this transaction
 * found, created or found closed are not looked up again.
 */
const seekRun = async (
  context: MoveContext,
  item: Schedulable,
  { cutoff }: SpecificationRow,
  printerId: string | null,
): Promise<{ sought: Sought; run: OpenRun | undefined } | undefined> => {
  let after = context.now
  for (;;) {
    const cutoffAt = cutoffFor(cutoff, after, item.sendOn)
    if (cutoffAt === undefined) return undefined
    const sought = { ...item, printerId, cutoffAt }
    const run = foundIn(context).runs.get(keyIn(sought)) ?? (await lookUpRun(context, sought))
    if (run !== 'closed') return { sought, run }
    // An operator closed or cancelled the run before its cutoff: try the next one.
    after = cutoffAt
  }
}

/** Looks up the run and remembers it. Undefined if there is none yet. */
const lookUpRun = async (context: MoveContext, run: Sought): Promise<OpenRun | 'closed' | undefined> => {
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const [known] = await context.transaction.rows.runs.find(scope, { runKey: runKeyOf(run) }, { limit: 1 })
  if (!known) return undefined
  if (known.status === 'OPEN') return keepRun(context, run, known)
  foundIn(context).runs.set(keyIn(run), 'closed')
  return 'closed'
}

/** Remembers an open run for other items of the transaction. */
const keepRun = (context: MoveContext, run: Sought, row: RunRow): OpenRun => {
  const open = openOf(row)
  foundIn(context).runs.set(keyIn(run), open)
  return open
}

const openOf = ({ id, cutoffAt, mailings }: RunRow): OpenRun => ({ id, cutoffAt, mailings: mailings ?? [] })

type RunKey = Pick<RunRow, 'specificationId' | 'specificationVersion' | 'printerId' | 'cutoffAt'>

/**
 * Returns the key of the properties that a run's items share besides organisation and mode: specification
 * version, printer and cutoff. Code that changes one of them on a run must change its key.
 */
const runKeyOf = ({ specificationId, specificationVersion, printerId, cutoffAt }: RunKey): string =>
  [specificationId, versionOf(specificationVersion), printerId ?? '', cutoffAt].join('|')

/** Returns the printers and rules that this transaction schedules by. */
export const shopToScheduleBy = (context: MoveContext): Promise<Shop> => {
  const { services, transaction } = context
  const found = foundIn(context)
  found.shop ??= shopOf(services.caches, transaction.rows)
  return found.shop
}

/** Returns the printer that the rules choose now; the run may get another one before hand-over. */
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

/**
 * Attaches a READY item to the earliest open run of its specification version with a cutoff on or after its
 * `sendOn`, creating the run if needed, and moves the item to SCHEDULED. The caller saves the returned row.
 * Undefined while the organisation is suspended, or without a further cutoff: the item stays READY.
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
 * Takes a scheduled item out of its run, for a pause, cancellation, suppression or exclusion. Returns the
 * fields that change; the caller moves and saves the item.
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

/** Returns the job that schedules an organisation's READY items, at a cutoff and when a suspension ends. */
export const attachReadyJob = (organisationId: string, mode: Mode, now: number): NewJob => ({
  kind: 'runs.attachReady',
  subject: `${organisationId}|${mode}`,
  organisationId,
  mode,
  dueAt: now,
})

/** Kinds of jobs about a run. */
export type RunJob = { [K in JobKind]: JobArgs<K> extends { runId: string } ? K : never }[JobKind]

interface OfRun<K extends RunJob> {
  subject?: string
  payload?: Omit<JobArgs<K>, 'runId'>
}

/** Returns a job of a run on the clock of its mode. `subject` distinguishes several waiting ones. */
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

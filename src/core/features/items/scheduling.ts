import type { JobArgs, JobKind, NewJob } from '../../engine/jobs/kinds.ts'
import type { UnitOfWork } from '../../engine/unit-of-work.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { countsPages, printerAtScheduling, type Shop, shopOf } from '../printers/choice.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { cutoffFor } from '../products/cutoffs.ts'
import { specificationIn, specificationOf, versionOf } from '../products/specifications.ts'
import { type MoveContext, moveItem } from './move.ts'
import { pagesOf } from './price-terms.ts'
import { type OpenRun, runCounts } from './transaction-hooks.ts'

/**
 * Runs and printers read in a transaction, since a bulk needs the same run five hundred times. A closed run
 * stays closed.
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

/** The properties of the run that equal items join: an open one, or one to create. */
export type Place = Pick<
  RunRow,
  | 'organisationId'
  | 'mode'
  | 'specificationId'
  | 'specificationVersion'
  | 'productId'
  | 'printerId'
  | 'cutoffAt'
>

/** Items with the same key join the same run. */
export const placeKey = ({
  specificationId,
  templateVersionId,
  recipientCountry,
  sendOn,
}: Pick<Schedulable, 'specificationId' | 'templateVersionId' | 'recipientCountry' | 'sendOn'>): string =>
  `${specificationId}|${templateVersionId}|${recipientCountry}|${sendOn}`

/** Looks up the places of items in parallel, by `placeKey`; undefined without a further cutoff. */
export const readPlaces = async (
  context: MoveContext,
  items: readonly (Schedulable & { pages: number })[],
): Promise<Map<string, Place | undefined>> => {
  const { services, transaction } = context
  const shop = await shopToScheduleBy(context)
  const catalogue = await currentCatalogue(services, transaction.rows)
  const looks = new Map<string, Promise<Place | undefined>>()
  const find = (item: Schedulable & { pages: number }) => {
    const specification = specificationIn(catalogue, item.specificationId)
    const pages = countsPages(shop, specification) ? item.pages : undefined
    const printerId = printerOf(shop, item, specification, pages)
    const cutoffAt = cutoffFor(specification.cutoff, context.now, item.sendOn)
    if (cutoffAt === undefined) return undefined
    const key = runKeyOf({ ...item, printerId, cutoffAt })
    const look = looks.get(key) ?? findPlace(context, item, specification, printerId)
    looks.set(key, look)
    return look
  }
  const kinds = new Map(items.map((item) => [placeKey(item), item]))
  const found = [...kinds].map(async ([key, item]) => [key, await find(item)] as const)
  return new Map(await Promise.all(found))
}

const keyIn = (run: RunKey & Pick<RunRow, 'organisationId' | 'mode'>): string =>
  `${run.organisationId}|${run.mode}|${runKeyOf(run)}`

/**
 * Finds an item's place: the first run of its kind that is not closed, or not created yet. Undefined if there
 * are no more cutoffs. Runs that this transaction found, created or found closed are not looked up again.
 */
const findPlace = async (
  context: MoveContext,
  { organisationId, mode, specificationId, specificationVersion, sendOn }: Schedulable,
  { cutoff, productId }: SpecificationRow,
  printerId: string | null,
): Promise<Place | undefined> => {
  let after = context.now
  for (;;) {
    const cutoffAt = cutoffFor(cutoff, after, sendOn)
    if (cutoffAt === undefined) return undefined
    const kind = { organisationId, mode, specificationId, specificationVersion, productId }
    const place = { ...kind, printerId, cutoffAt }
    const run = foundIn(context).runs.get(keyIn(place)) ?? (await lookUpRun(context, place))
    if (run !== 'closed') return place
    // An operator closed or cancelled the run before its cutoff: try the next one.
    after = cutoffAt
  }
}

/** Looks up the run and remembers it for the transaction. Undefined if there is none yet. */
const lookUpRun = async (context: MoveContext, place: Place): Promise<OpenRun | 'closed' | undefined> => {
  const { organisationId, mode } = place
  const own = { organisationId, mode }
  const [row] = await context.transaction.rows.runs.find(own, { runKey: runKeyOf(place) }, { limit: 1 })
  if (!row) return undefined
  const { runs } = foundIn(context)
  // A parallel look-up may have found the run already: both must return the same object.
  const run = runs.get(keyIn(place)) ?? (row.status === 'OPEN' ? openOf(row) : 'closed')
  runs.set(keyIn(place), run)
  return run
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
const printerOf = (
  shop: Shop,
  { organisationId, recipientCountry: country }: Schedulable,
  specification: SpecificationRow,
  pages: number | undefined,
): string | null => printerAtScheduling(shop, { organisationId, specification, pages, country })

/**
 * Attaches a READY item to the earliest open run of its specification version with a cutoff on or after its
 * `sendOn`, creating the run if needed, and moves the item to SCHEDULED. The caller saves the returned row.
 * Returns undefined while the organisation is suspended or without a further cutoff: the item stays READY.
 */
export const attachToRun = async (context: MoveContext, item: ItemRow): Promise<ItemRow | undefined> => {
  if (context.organisation.status === 'SUSPENDED') return undefined
  const { services, transaction } = context
  const specification = await specificationOf(services, transaction.rows, item.specificationId)
  const shop = await shopToScheduleBy(context)
  const pages = countsPages(shop, specification) ? await pagesOf(services, transaction.rows, item) : undefined
  const place = await findPlace(context, item, specification, printerOf(shop, item, specification, pages))
  if (!place) return undefined
  await createRuns(context, [place])
  return joinRun(context, item, place)
}

/** Creates the runs that don't exist yet. */
export const createRuns = async (context: MoveContext, places: Iterable<Place>): Promise<void> => {
  const { runs } = foundIn(context)
  for (const place of places) {
    if (!runs.has(keyIn(place))) runs.set(keyIn(place), openOf(await makeRun(context, place)))
  }
}

/** Moves a READY item to SCHEDULED in the run of its place, which must have been found or created. */
export const joinRun = (context: MoveContext, item: ItemRow, place: Place): ItemRow => {
  const run = foundIn(context).runs.get(keyIn(place)) as OpenRun
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

const makeRun = async (
  { services, transaction, now }: MoveContext,
  { organisationId, mode, specificationId, specificationVersion, productId, printerId, cutoffAt }: Place,
): Promise<RunRow> => {
  const common = {
    specificationId,
    specificationVersion: versionOf(specificationVersion),
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
    productId,
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

/**
 * Returns a job of a run on the clock of its mode. `subject` distinguishes several waiting jobs of a kind.
 */
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

import type { Transaction } from '../../engine/context.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Services } from '../../engine/services.ts'
import type { UnitOfWork } from '../../engine/unit-of-work.ts'
import { problem } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { dayIn } from '../../kernel/time.ts'
import { statusCounter } from '../../model/analytics.ts'
import { capturedStatuses, type ItemRow, type ItemStatus } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { type Deltas, dayCounters, isDeletingTestData, type Rollups, rollups } from '../counters/rollups.ts'
import { analyticsProblems } from './sentences.ts'

/**
 * Returns an item's counts by day according to its history and its scans (in order, ms on the clock of its
 * mode). Its creation and its status count on `createdDay`.
 */
const contributionsOf = (
  item: ItemRow,
  scans: readonly number[],
  dayOf: (ms: number) => string,
  createdDay: string,
): { day: string; deltas: Deltas }[] => {
  const contributions: { day: string; deltas: Deltas }[] = [
    { day: createdDay, deltas: { [statusCounter[item.status]]: 1 } },
  ]
  let before: ItemStatus | undefined
  for (const { status, at } of item.history) {
    const counter = dayCounters[status]
    const day = status === 'CREATED' ? createdDay : dayOf(at)
    if (counter) contributions.push({ day, deltas: { [counter]: 1 } })
    const spent = spentBetween(before, status) * item.priceCents
    if (spent !== 0) contributions.push({ day: dayOf(at), deltas: { spendCents: spent } })
    before = status
  }
  for (const [index, at] of scans.entries()) {
    contributions.push({ day: dayOf(at), deltas: index === 0 ? { scans: 1, scannedItems: 1 } : { scans: 1 } })
  }
  return contributions
}

/** 1 where a move spends the price, -1 where it refunds it, else 0. */
const spentBetween = (from: ItemStatus | undefined, to: ItemStatus): number => {
  const was = from !== undefined && capturedStatuses.includes(from)
  if (!was && to === 'IN_PRODUCTION') return 1
  return was && (to === 'NOT_SENT' || to === 'FAILED') ? -1 : 0
}

/** Returns the times of an item's scans, in order, in ms on the clock of the item's mode. */
export const scanTimesOf = async (rows: Pick<Rows, 'scans'>, item: ItemRow): Promise<number[]> => {
  if (item.scanCount === 0) return []
  const own = { organisationId: item.organisationId }
  const scans = await rows.scans.find(own, { itemId: item.id }, { order: [{ field: 'createdAt' }] })
  return scans.map(({ createdAt }) => createdAt)
}

/** Counts an item and its scans. */
export const countItem = (
  rollups: Rollups,
  item: ItemRow,
  scans: readonly number[],
  dayOf: (ms: number) => string,
): void => {
  for (const { day, deltas } of contributionsOf(item, scans, dayOf, dayOf(item.createdAt)))
    rollups.count(item, day, deltas)
}

/** Subtracts an item and its scans from the days on which they were counted. */
export const uncountItem = (
  rollups: Rollups,
  item: ItemRow,
  scans: readonly number[],
  dayOf: (ms: number) => string,
): void => {
  for (const { day, deltas } of contributionsOf(item, scans, dayOf, item.createdDay))
    rollups.count(item, day, negated(deltas))
}

const negated = (deltas: Deltas): Deltas =>
  Object.fromEntries(Object.entries(deltas).map(([counter, delta]) => [counter, -delta]))

/** Stored as a fact and updated with each chunk of items. */
interface Rebuild {
  /** The zone in which everything up to `changedAt` was counted. */
  from: string
  /** In ms on the clock of the mode. */
  changedAt: number
  /** The last item counted in the new zone. */
  after: { createdAt: number; id: string } | null
}

/** True while days are moved to the organisation's current time zone. */
export const isRebuilding = async (rows: Rows, organisationId: string, mode: Mode): Promise<boolean> =>
  (await rows.facts.get(everyone, factId(organisationId, mode))) !== undefined

const modes: readonly Mode[] = ['live', 'test']
const factId = (organisationId: string, mode: Mode) => `analytics-rebuild|${organisationId}|${mode}`

/** Call it in the transaction that changes the zone. Throws 409 during a rebuild or test data deletion. */
export const requestRebuild = async (
  services: Services,
  { rows, work }: Transaction,
  organisation: OrganisationRow,
): Promise<void> => {
  if (await isDeletingTestData(rows, organisation.id)) {
    throw problem(analyticsProblems.sentence('invalid_state.deleting_test_data'))
  }
  await noteChangeWithoutEvent(rows, organisation.id)
  for (const mode of modes) {
    const id = factId(organisation.id, mode)
    if (await rows.facts.get(everyone, id)) {
      throw problem(analyticsProblems.sentence('invalid_state.rebuilding'))
    }
    const rebuild: Rebuild = {
      from: organisation.timeZone,
      changedAt: nowIn(services, organisation, mode),
      after: null,
    }
    await rows.facts.insert({ id, value: JSON.stringify(rebuild) })
    work.enqueue({
      kind: 'analytics.rebuild',
      subject: `${organisation.id}|${mode}`,
      organisationId: organisation.id,
      mode: null,
      dueAt: services.clock.now(),
      payload: { mode },
    })
  }
}

/** Returns a function from a time to the day on which the item is counted, also while days are moved. */
const dayOfItem = async (
  rows: Rows,
  organisation: OrganisationRow,
  item: Pick<ItemRow, 'id' | 'mode' | 'createdAt'>,
): Promise<(ms: number) => string> => {
  const fact = await rows.facts.get(everyone, factId(organisation.id, item.mode))
  const now = (ms: number) => dayIn(organisation.timeZone, ms)
  if (!fact) return now
  const rebuild = JSON.parse(fact.value) as Rebuild
  const { after } = rebuild
  const isMoved =
    after !== null &&
    (item.createdAt < after.createdAt || (item.createdAt === after.createdAt && item.id <= after.id))
  return isMoved ? now : daysBefore(rebuild, now)
}

/** Returns the days of items that are not moved yet. Moves after the change count in the new zone, `now`. */
const daysBefore =
  ({ from, changedAt }: Rebuild, now: (ms: number) => string) =>
  (ms: number): string =>
    // A move in the same ms may have started before the change.
    ms <= changedAt ? dayIn(from, ms) : now(ms)

const chunkSize = 200

/** Moves the next items and their scans to the days of the new zone. Returns false if no items are left. */
export const rebuildChunk = async (
  { rows, work }: Transaction,
  organisationId: string,
  mode: Mode,
): Promise<boolean> => {
  const id = factId(organisationId, mode)
  const fact = await rows.facts.get(everyone, id)
  const organisation = await rows.organisations.get(everyone, organisationId)
  if (!fact || !organisation) return false
  const rebuild = JSON.parse(fact.value) as Rebuild
  const page = await rows.items.list(
    { organisationId, mode },
    {
      where: [],
      sort: [{ field: 'createdAt', descending: false }],
      ...(rebuild.after && { after: { values: [rebuild.after.createdAt], id: rebuild.after.id } }),
      limit: chunkSize,
      total: false,
    },
  )
  const now = (ms: number) => dayIn(organisation.timeZone, ms)
  const before = daysBefore(rebuild, now)
  for (const item of page.rows) await recountItem(rows, work, item, before, now)
  const last = page.rows.at(-1)
  if (!page.hasMore || !last) {
    await rows.facts.remove(everyone, { id })
    return false
  }
  const next: Rebuild = { ...rebuild, after: { createdAt: last.createdAt, id: last.id } }
  await rows.facts.update(everyone, id, { value: JSON.stringify(next) })
  return true
}

/** Moves an item's counts and its `createdDay` from the days `before` to those `after`. */
const recountItem = async (
  rows: WritableRows,
  work: UnitOfWork,
  item: ItemRow,
  before: (ms: number) => string,
  after: (ms: number) => string,
): Promise<void> => {
  const scans = await scanTimesOf(rows, item)
  uncountItem(work.of(rollups), item, scans, before)
  countItem(work.of(rollups), item, scans, after)
  const createdDay = after(item.createdAt)
  if (createdDay !== item.createdDay) await rows.items.update(item, item.id, { createdDay })
}

/** Moves what counts on the items' `createdDay` to that day in the organisation's time zone. */
export const moveCreatedDays = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  items: readonly ItemRow[],
): Promise<void> => {
  const dayOf = (ms: number) => dayIn(organisation.timeZone, ms)
  const wrong = items.filter((item) => item.createdDay !== dayOf(item.createdAt))
  if (wrong.length === 0) return
  for (const item of wrong) await recountItem(rows, work, item, dayOf, dayOf)
  await noteChangeWithoutEvent(rows, organisation.id)
}

/** Id of a counter of changes of rollups without an event, which a recount must detect. */
export const changesWithoutEvent = (organisationId: string): string => `regroupings|${organisationId}`

/** Call it in the transaction that changes rollups without an event. */
export const noteChangeWithoutEvent = (rows: WritableRows, organisationId: string) =>
  rows.counters.add({ id: changesWithoutEvent(organisationId), organisationId, value: 0 }, { value: 1 })

/** Moves an item's counts to another billing group. Call it before the item itself changes. */
export const regroup = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  item: ItemRow,
  to: string | null,
): Promise<void> => {
  const dayOf = await dayOfItem(rows, organisation, item)
  const scans = await scanTimesOf(rows, item)
  const counts = work.of(rollups)
  for (const { day, deltas } of contributionsOf(item, scans, dayOf, item.createdDay)) {
    if (item.billingGroup !== null) counts.add(item, 'billingGroup', item.billingGroup, day, negated(deltas))
    if (to !== null) counts.add(item, 'billingGroup', to, day, deltas)
  }
  await noteChangeWithoutEvent(rows, item.organisationId)
}

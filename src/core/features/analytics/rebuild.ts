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
 * Returns an item's counts by day according to its history, which excludes scans. Its creation and its status
 * count on `createdDay`.
 */
export const contributionsOf = (
  item: ItemRow,
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

/** `times` are in order. */
export const scanContributions = (
  times: readonly number[],
  dayOf: (ms: number) => string,
): { day: string; deltas: Deltas }[] =>
  times.map((at, index) => ({
    day: dayOf(at),
    deltas: index === 0 ? { scans: 1, scannedItems: 1 } : { scans: 1 },
  }))

/** Counts an item's history and its scans, in order (ms on the clock of its mode). */
export const countItem = (
  rollups: Rollups,
  item: ItemRow,
  scans: readonly number[],
  dayOf: (ms: number) => string,
): void => {
  const contributions = [
    ...contributionsOf(item, dayOf, dayOf(item.createdAt)),
    ...scanContributions(scans, dayOf),
  ]
  for (const { day, deltas } of contributions) rollups.count(item, day, deltas)
}

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
  const { from, changedAt, after } = JSON.parse(fact.value) as Rebuild
  const isMoved =
    after !== null &&
    (item.createdAt < after.createdAt || (item.createdAt === after.createdAt && item.id <= after.id))
  return isMoved ? now : (ms) => (ms <= changedAt ? dayIn(from, ms) : now(ms))
}

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
  const { after } = rebuild
  const page = await rows.items.list(
    { organisationId, mode },
    {
      where: [],
      sort: [{ field: 'createdAt', descending: false }],
      ...(after && { after: { values: [after.createdAt], id: after.id } }),
      limit: chunkSize,
      total: false,
    },
  )
  for (const item of page.rows) await recountItem(rows, work, item, rebuild, organisation.timeZone)
  const last = page.rows.at(-1)
  if (!page.hasMore || !last) {
    await rows.facts.remove(everyone, { id })
    return false
  }
  const next: Rebuild = { ...rebuild, after: { createdAt: last.createdAt, id: last.id } }
  await rows.facts.update(everyone, id, { value: JSON.stringify(next) })
  return true
}

const recountItem = async (
  rows: WritableRows,
  work: UnitOfWork,
  item: ItemRow,
  { from, changedAt }: Rebuild,
  to: string,
): Promise<void> => {
  // Later moves were already counted in the new zone; one in the same ms may have started before the change.
  const before = (ms: number) => dayIn(ms <= changedAt ? from : to, ms)
  const after = (ms: number) => dayIn(to, ms)
  const times = await scanTimesOf(rows, item)
  for (const { day, deltas } of scanContributions(times, before))
    work.of(rollups).count(item, day, negated(deltas))
  for (const { day, deltas } of scanContributions(times, after)) work.of(rollups).count(item, day, deltas)
  await moveCounts(rows, work, item, before, after)
}

/** Moves an item's counts, without its scans, and its `createdDay` from the days `before` to those `after`. */
const moveCounts = async (
  rows: WritableRows,
  work: UnitOfWork,
  item: ItemRow,
  before: (ms: number) => string,
  after: (ms: number) => string,
): Promise<void> => {
  const createdDay = after(item.createdAt)
  for (const { day, deltas } of contributionsOf(item, before, item.createdDay))
    work.of(rollups).count(item, day, negated(deltas))
  for (const { day, deltas } of contributionsOf(item, after, createdDay))
    work.of(rollups).count(item, day, deltas)
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
  for (const item of wrong) await moveCounts(rows, work, item, dayOf, dayOf)
  await noteChangeWithoutEvent(rows, organisation.id)
}

const negated = <D extends Partial<Record<string, number>>>(deltas: D): D =>
  Object.fromEntries(Object.entries(deltas).map(([counter, delta]) => [counter, -delta!])) as D

/** Id of a counter of changes of rollups without an event, which a recount must detect. */
export const changesWithoutEvent = (organisationId: string): string => `regroupings|${organisationId}`

const noteChangeWithoutEvent = (rows: WritableRows, organisationId: string) =>
  rows.counters.add({ id: changesWithoutEvent(organisationId), organisationId, value: 0 }, { value: 1 })

/** Moves an item's counts to another billing group. Call it before the item itself changes. */
export const regroup = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  item: ItemRow,
  to: string | null,
): Promise<void> => {
  const dayOf = await dayOfItem(rows, organisation, item)
  const counted = contributionsOf(item, dayOf, item.createdDay)
  counted.push(...scanContributions(await scanTimesOf(rows, item), dayOf))
  const move = (group: string | null, factor: 1 | -1) => {
    if (group === null) return
    for (const { day, deltas } of counted) {
      const signed = Object.entries(deltas).map(([counter, delta]) => [counter, factor * delta])
      work.of(rollups).add(item, 'billingGroup', group, day, Object.fromEntries(signed) as Deltas)
    }
  }
  move(item.billingGroup, -1)
  move(to, 1)
  await noteChangeWithoutEvent(rows, item.organisationId)
}

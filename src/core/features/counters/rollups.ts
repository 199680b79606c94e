import type { TransactionHook, TransactionHookKind } from '../../engine/unit-of-work.ts'
import type { Mode } from '../../kernel/mode.ts'
import { type AnalyticsDayRow, statusCounter } from '../../model/analytics.ts'
import type { ItemRow, ItemStatus } from '../../model/items.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'

/** Counted on the day of the event. */
export type DayCounter = 'created' | 'sent' | 'cancelled' | 'failed' | 'scans' | 'scannedItems' | 'spendCents'

export type AnalyticsCounter = DayCounter | (typeof statusCounter)[ItemStatus]
export type Deltas = Partial<Record<AnalyticsCounter, number>>

/** Entering the status increases the counter on that day. */
export const dayCounters: Partial<Record<ItemStatus, DayCounter>> = {
  CREATED: 'created',
  HANDED_TO_CARRIER: 'sent',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
}

export type Counted = Pick<ItemRow, 'organisationId' | 'mode' | 'postflowId' | 'postbatchId' | 'billingGroup'>

interface Entry {
  empty: () => AnalyticsDayRow
  deltas: Deltas
}

/** Collects the counts of a transaction or recount, by grain, subject and day. */
export class Rollups implements TransactionHook {
  readonly #entries = new Map<string, Entry>()

  /** Adds to the rows of the organisation, mailing and billing group. */
  count(subject: Counted, day: string, deltas: Deltas): void {
    this.add(subject, 'organisation', subject.organisationId, day, deltas)
    if (subject.postflowId !== null) this.add(subject, 'postflow', subject.postflowId, day, deltas)
    if (subject.postbatchId !== null) this.add(subject, 'postbatch', subject.postbatchId, day, deltas)
    if (subject.billingGroup !== null) this.add(subject, 'billingGroup', subject.billingGroup, day, deltas)
  }

  /** Moves an item from one status count to another, on its creation day. */
  countMove(item: Counted & Pick<ItemRow, 'createdDay'>, from: ItemStatus, to: ItemStatus): void {
    if (from === to) return
    this.count(item, item.createdDay, { [statusCounter[from]]: -1, [statusCounter[to]]: 1 })
  }

  async flush({ analyticsDays }: Pick<WritableRows, 'analyticsDays'>): Promise<void> {
    await analyticsDays.addEachUnread([...this.toRows().values()], analyticsCounters)
  }

  /** Returns the rows of an empty table after these counts, by id. Only days with non-zero counts. */
  toRows(): Map<string, AnalyticsDayRow> {
    const counted = [...this.#entries].filter(([, { deltas }]) =>
      Object.values(deltas).some((delta) => delta !== 0),
    )
    return new Map(counted.map(([id, { empty, deltas }]) => [id, { ...empty(), ...deltas }]))
  }

  /** Adds to the row of a single grain. */
  add(
    scope: { organisationId: string; mode: Mode },
    grain: AnalyticsDayRow['grain'],
    subjectId: string,
    day: string,
    deltas: Deltas,
  ): void {
    const id = `${scope.organisationId}|${scope.mode}|${grain}|${subjectId}|${day}`
    let entry = this.#entries.get(id)
    if (!entry) {
      const { organisationId, mode } = scope
      entry = {
        empty: () => emptyDay(id, organisationId, mode, grain, subjectId, day),
        deltas: {},
      }
      this.#entries.set(id, entry)
    }
    for (const [counter, delta] of Object.entries(deltas) as [AnalyticsCounter, number][]) {
      entry.deltas[counter] = (entry.deltas[counter] ?? 0) + delta
    }
  }
}

export const rollups: TransactionHookKind<Rollups> = { create: () => new Rollups() }

const emptyDay = (
  id: string,
  organisationId: string,
  mode: Mode,
  grain: AnalyticsDayRow['grain'],
  subjectId: string,
  day: string,
): AnalyticsDayRow => ({
  id,
  organisationId,
  mode,
  grain,
  subjectId,
  day,
  created: 0,
  sent: 0,
  cancelled: 0,
  failed: 0,
  scans: 0,
  scannedItems: 0,
  spendCents: 0,
  nowCreated: 0,
  nowNeedsAttention: 0,
  nowSuppressed: 0,
  nowPendingApproval: 0,
  nowHeld: 0,
  nowReady: 0,
  nowScheduled: 0,
  nowInProduction: 0,
  nowHandedToCarrier: 0,
  nowCompleted: 0,
  nowReturned: 0,
  nowNotSent: 0,
  nowFailed: 0,
  nowCancelled: 0,
})

export const analyticsCounters = Object.entries(emptyDay('', '', 'live', 'organisation', '', ''))
  .filter(([, value]) => typeof value === 'number')
  .map(([name]) => name as AnalyticsCounter)

/** Key of the fact with the progress of deleting test data. */
export const testDataFact = (organisationId: string): string => `test-data|${organisationId}`

/** True while test data is deleted, which removes items from the rollups without an event. */
export const isDeletingTestData = async (rows: Rows, organisationId: string): Promise<boolean> => {
  const fact = await rows.facts.get(everyone, testDataFact(organisationId))
  return fact !== undefined && JSON.parse(fact.value).status === 'RUNNING'
}

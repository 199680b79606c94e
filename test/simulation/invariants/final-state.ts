import type { EventRow } from '../../../src/core/model/events.ts'
import type { Tables } from '../../../src/core/model/index.ts'
import { anyTable, everyone } from '../../../src/core/ports/store.ts'
import type { Cluster } from '../cluster.ts'
import type { History } from '../history.ts'

const names = [
  'accounts',
  'billingUsage',
  'events',
  'exports',
  'idempotency',
  'imports',
  'invoices',
  'items',
  'jobs',
  'ledgerEntries',
  'organisations',
  'postbatches',
  'postbatchTotals',
  'postflows',
  'renders',
  'runRemakes',
  'runs',
  'scans',
  'topUps',
  'uploads',
  'webhookDeliveries',
  'webhookEndpoints',
] as const

/** The tables after recovery and the recorded history: the input of every invariant. */
export type FinalState = { readonly [Name in (typeof names)[number]]: readonly Tables[Name][] } & {
  readonly cluster: Cluster
  readonly history: History
  /** ms of the simulated machine's clock. */
  readonly now: number
  /** Work that had not finished at the end of recovery. */
  readonly unfinished: readonly string[]
}

export const readFinalState = (cluster: Cluster, unfinished: readonly string[]): Promise<FinalState> =>
  cluster.simulation.disk.read(async (rows) => {
    const tables: Record<string, unknown> = {}
    for (const name of names) tables[name] = await anyTable(rows, name).find(everyone, {})
    const { history, clock } = cluster.simulation
    return { ...tables, cluster, history, now: clock.now(), unfinished } as unknown as FinalState
  })

/** Committed events that have not expired. */
export const unexpiredEvents = ({ history, now }: FinalState): readonly EventRow[] =>
  history.events.filter(({ expiresAt }) => expiresAt > now)

export const groupBy = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> =>
  Map.groupBy(values, keyOf)

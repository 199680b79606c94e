import type { EventRow } from '../../../src/core/model/events.ts'
import type { Tables } from '../../../src/core/model/index.ts'
import { anyTable, everyone } from '../../../src/core/ports/store.ts'
import type { Chronicle } from '../chronicle.ts'
import type { Town } from '../town.ts'

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
  'runs',
  'scans',
  'topUps',
  'uploads',
  'webhookDeliveries',
  'webhookEndpoints',
] as const

/** What is on disk when all has come to rest, and what was seen outside: what invariants look at. */
export type End = { readonly [Name in (typeof names)[number]]: readonly Tables[Name][] } & {
  readonly town: Town
  readonly chronicle: Chronicle
  /** ms of real time. */
  readonly now: number
  /** What never came to rest. */
  readonly restless: readonly string[]
}

export const readEnd = (town: Town, restless: readonly string[]): Promise<End> =>
  town.world.disk.read(async (rows) => {
    const tables: Record<string, unknown> = {}
    for (const name of names) tables[name] = await anyTable(rows, name).find(everyone, {})
    const { chronicle, clock } = town.world
    return { ...tables, town, chronicle, now: clock.now(), restless } as unknown as End
  })

/** Committed events that are not old enough to be forgotten. */
export const remembered = ({ chronicle, now }: End): readonly EventRow[] =>
  chronicle.events.filter(({ expiresAt }) => expiresAt > now)

export const groupBy = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> =>
  Map.groupBy(values, keyOf)

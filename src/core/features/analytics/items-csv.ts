import type { ModeScope } from '../../engine/caller.ts'
import { walk } from '../../engine/list/page.ts'
import type { Services } from '../../engine/services.ts'
import { allOf, between, gte, lt, type Where } from '../../kernel/query.ts'
import { dayMs, hourMs, toDateTime } from '../../kernel/time.ts'
import type { ItemRow, ItemStatus } from '../../model/items.ts'
import type { AnalyticsFilter, Period } from './period.ts'

/** Returns the last time the item entered the status; empty if it never did. */
const entered =
  (status: ItemStatus): ((item: ItemRow) => string) =>
  (item) => {
    const entry = item.history.findLast((candidate) => candidate.status === status)
    return entry ? toDateTime(entry.at) : ''
  }

/** Maximum number of rows of one export. */
export const maxCsvItems = 10_000

const columns: readonly (readonly [name: string, cell: (item: ItemRow) => string])[] = [
  ['id', (item) => item.id],
  ['status', (item) => item.status],
  ['heldReason', (item) => item.heldReason ?? ''],
  ['postflowId', (item) => item.postflowId ?? ''],
  ['postbatchId', (item) => item.postbatchId ?? ''],
  ['runId', (item) => item.runId ?? ''],
  ['reference', (item) => item.reference ?? ''],
  ['recipientName', (item) => item.recipientName],
  ['recipientCountry', (item) => item.recipientCountry],
  ['unitPriceCents', (item) => String(item.priceCents)],
  ['currency', (item) => item.currency],
  ['scans', (item) => String(item.scanCount)],
  ['createdAt', (item) => toDateTime(item.createdAt)],
  ['scheduledAt', entered('SCHEDULED')],
  ['inProductionAt', entered('IN_PRODUCTION')],
  ['handedToCarrierAt', entered('HANDED_TO_CARRIER')],
  ['completedAt', entered('COMPLETED')],
  ['returnedAt', entered('RETURNED')],
  ['notSentAt', entered('NOT_SENT')],
  ['failedAt', entered('FAILED')],
  ['cancelledAt', entered('CANCELLED')],
  ['suppressedAt', entered('SUPPRESSED')],
  ['updatedAt', (item) => toDateTime(item.updatedAt)],
  ['billingGroup', (item) => item.billingGroup ?? ''],
]

/** Returns the latest items first. Neutralises formulas: names and references come from the customer. */
export const itemsCsv = (
  services: Services,
  scope: ModeScope,
  period: Period,
  filter: AnalyticsFilter,
): AsyncIterable<Uint8Array> =>
  services.csv.encode(csvRows(services, scope, period, filter), {
    delimiter: ',',
    bom: false,
    neutraliseFormulas: true,
  })

async function* csvRows(
  services: Services,
  scope: ModeScope,
  period: Period,
  filter: AnalyticsFilter,
): AsyncGenerator<string[]> {
  yield columns.map(([name]) => name)
  const sort = { field: 'createdAt', descending: true } as const
  const where = createdIn(period, filter)
  for await (const item of walk(services, 'items', scope, { where, sort, limit: maxCsvItems })) {
    yield columns.map(([, cell]) => cell(item))
  }
}

const createdIn = (period: Period, filter: AnalyticsFilter): Where<ItemRow> => ({
  // The days decide. The bounds on the time, wide enough for every time zone, only narrow the search.
  createdAt: allOf(gte(startOf(period.from) - 15 * hourMs), lt(startOf(period.to) + dayMs + 15 * hourMs)),
  createdDay: between(period.from, period.to),
  ...(filter.postflowId ? { postflowId: filter.postflowId } : {}),
  ...(filter.postbatchId ? { postbatchId: filter.postbatchId } : {}),
  ...(filter.billingGroup ? { billingGroup: filter.billingGroup } : {}),
})

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

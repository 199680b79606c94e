import { defineOperation } from '../../../engine/operation.ts'
import { isNotNull } from '../../../kernel/query.ts'
import type { ApiKeyRow } from '../../../model/api-keys.ts'
import type { Rows } from '../../../ports/store.ts'
import { isExpired } from '../../developers/key-schema.ts'
import { emptyAccount } from '../../ledger/accounts.ts'
import { monthIn } from '../../ledger/spending-month.ts'
import { spendingSchema } from '../spending-schema.ts'

export const getSpending = defineOperation({
  id: 'billing.spending',
  method: 'GET',
  path: '/billing/spending',
  summary: 'What this month has cost, beside the spending caps',
  description:
    'A price counts from the moment it is reserved, in the month of that moment in the organisation’s time zone, until it is released or refunded. Only live mail counts. Where there is no cap nothing is counted; what was spent before a cap was set is counted within a minute of it.',
  permission: 'billing.read',
  effect: 'read',
  output: spendingSchema,
  async handler({ rows, shared, services }) {
    const { organisationId } = shared
    const organisation = (await rows.organisations.get(shared, organisationId))!
    const month = monthIn(organisation.timeZone, services.clock.now())
    const account = await rows.accounts.get(shared, organisationId)
    const spent = await rows.spending.find(shared, { month })
    const spentBy = new Map(spent.map(({ apiKeyId, spentCents }) => [apiKeyId, spentCents]))
    const { spendingCapCents: capCents } = organisation
    const keys = await cappedKeys(rows, shared, { spentBy, now: services.clock.now() })
    return {
      month,
      currency: (account ?? emptyAccount(organisationId)).currency,
      capCents,
      spentCents: capCents === null ? null : (spentBy.get(null) ?? 0),
      keys: keys.map(({ id, lineId: apiKeyId, name, spendingCapCents }) => ({
        apiKeyId,
        newestApiKeyId: id,
        name,
        capCents: spendingCapCents!,
        spentCents: spentBy.get(apiKeyId) ?? 0,
      })),
    }
  },
})

/**
 * The keys with a cap, the newest of each line, in the order of the lines' beginning: those that work, and those
 * of which something was counted this month. Keys are kept for good, so the others would only grow in number.
 */
const cappedKeys = async (
  rows: Rows,
  shared: { organisationId: string },
  { spentBy, now }: { spentBy: ReadonlyMap<string | null, number>; now: number },
): Promise<ApiKeyRow[]> => {
  const byAge = { order: [{ field: 'createdAt' }] } as const
  const keys = await rows.apiKeys.find(shared, { spendingCapCents: isNotNull }, byAge)
  const working = new Set(
    keys.filter((key) => key.revokedAt === null && !isExpired(key, now)).map(({ lineId }) => lineId),
  )
  const newest = new Map(keys.map((key) => [key.lineId, key]))
  return [...newest.values()].filter(({ lineId }) => working.has(lineId) || spentBy.has(lineId))
}

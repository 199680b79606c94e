import { defineOperation } from '../../../engine/operation.ts'
import { isNotNull } from '../../../kernel/query.ts'
import { emptyAccount } from '../../ledger/accounts.ts'
import { emptySpending } from '../../ledger/spending.ts'
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
    const spentBy = async (apiKeyId: string | null) => {
      const { id } = emptySpending(organisationId, apiKeyId, month)
      return (await rows.spending.get(shared, id))?.spentCents ?? 0
    }
    const { spendingCapCents: capCents } = organisation
    const keys = new Map(
      (
        await rows.apiKeys.find(shared, { spendingCapCents: isNotNull }, { order: [{ field: 'createdAt' }] })
      ).map((key) => [key.lineId, key]),
    )
    const ofKeys = []
    for (const [apiKeyId, { name, spendingCapCents }] of keys) {
      ofKeys.push({ apiKeyId, name, capCents: spendingCapCents!, spentCents: await spentBy(apiKeyId) })
    }
    return {
      month,
      currency: (account ?? emptyAccount(organisationId)).currency,
      capCents,
      spentCents: capCents === null ? null : await spentBy(null),
      keys: ofKeys,
    }
  },
})

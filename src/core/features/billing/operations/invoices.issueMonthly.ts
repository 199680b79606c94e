import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { toDetail } from '../invoice.ts'
import { assertSellerNamed } from '../invoiced.ts'
import { issueMonthly } from '../monthly.ts'
import { endedMonth } from '../months.ts'
import { invoiceDetailSchema, issueMonthlyInput } from '../schema.ts'

export const issueMonthlyOperation = defineOperation({
  id: 'invoices.issueMonthly',
  method: 'POST',
  path: '/billing/invoices/issue-monthly',
  summary: 'Issue the invoice of a month that is over',
  description:
    'For operators; a job does it by itself after every month. Asks for everything until the end of the month that no ' +
    'invoice asked for yet. `data` is empty where there is nothing to ask for: a month is never invoiced twice.',
  permission: 'platform.admin',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  body: issueMonthlyInput,
  output: wholeListOf(invoiceDetailSchema),
  errors: ['invalid_state'],
  emits: ['invoice.issued'],
  async handler({ services, rows, work, shared }, { body }) {
    const organisation = await rows.organisations.get(everyone, shared.organisationId)
    if (!organisation) throw notFound('organisation')
    await assertSellerNamed(rows)
    const now = services.clock.now()
    const month = await endedMonth(rows, body.month, now)
    const invoice = await issueMonthly(services, { rows, work }, organisation, month, now)
    return { data: invoice ? [toDetail(invoice)] : [] }
  },
})

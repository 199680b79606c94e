import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { gt } from '../../../kernel/query.ts'
import { hourMs, minuteMs } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { isInvoicing } from '../invoiced.ts'
import { invoicingHold } from '../invoicing-hold.ts'
import { dueMonths, issueMonthly } from '../monthly.ts'
import { startOfNextMonth } from '../months.ts'

/** Organisations read at a time. */
const chunkSize = 100

/** How long to wait before the next attempt while invoicing is held. */
const heldMs = 5 * minuteMs

/**
 * Issues the invoices of every month that has ended, each in its own transaction, and recurs at the start of
 * the next month.
 */
export const monthlyJob = defineJob({
  kind: 'billing.monthly',
  // An hour later, because a capture with a time before midnight may be committed after it.
  async recur({ services, now }) {
    return startOfNextMonth(await services.store.read(sellerOf), now) + hourMs
  },
  async handler(context) {
    if (await context.services.store.read(invoicingHold)) return { resumeAt: context.now + heldMs }
    const seller = await context.services.store.read(sellerOf)
    // What was used stays open, and is invoiced after the month in which a seller is named.
    if (!isInvoicing(seller)) return undefined
    await issueDueInvoices(context)
    return undefined
  },
})

const issueDueInvoices = async ({ services, now, transact, extend }: JobContext): Promise<void> => {
  let after = ''
  for (;;) {
    const organisations = await services.store.read((rows) =>
      rows.organisations.find(
        everyone,
        { billingMode: 'MONTHLY', id: gt(after) },
        { order: [{ field: 'id' }], limit: chunkSize },
      ),
    )
    for (const { id } of organisations) {
      for (const month of await services.store.read((rows) => dueMonths(rows, id, now))) {
        await transact(async (transaction) => {
          const organisation = await transaction.rows.organisations.get(everyone, id)
          if (organisation?.billingMode !== 'MONTHLY') return
          await issueMonthly(services, transaction, organisation, month, now)
        })
      }
    }
    const last = organisations.at(-1)
    if (organisations.length < chunkSize || !last) return
    after = last.id
    await extend()
  }
}

import * as v from 'valibot'
import { problem } from '../errors.ts'
import { formatCents, maxAmountCents } from '../money.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { parse } from '../validate.ts'
import { platformCurrency } from './accounts.ts'
import { issueInvoice, lineOf, toDetail } from './invoice.ts'
import type { InvoiceDetail } from './schema.ts'

const topUpInput = v.strictObject({
  organisationId: v.string(),
  /** Net of VAT: what the balance grows by. */
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents)),
  /** The payment's reference with whoever took it. */
  paymentId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
})
export type TopUp = v.InferInput<typeof topUpInput>

/**
 * Credits an organisation with an amount that it paid, and invoices it at that amount plus VAT, paid at issue
 * (SPEC "Invoice"). Items that waited for funds go on, oldest first. Throws 422 for an amount that is none,
 * 404 for an unknown organisation.
 */
export const topUp = async (services: Services, input: TopUp): Promise<InvoiceDetail> => {
  const { organisationId, amountCents, paymentId } = parse(topUpInput, input, 'body')
  const invoice = await transact(services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, organisationId)
    if (!organisation) throw problem('not_found', `There is no organisation ${organisationId}.`)
    const now = services.clock.now()
    const description = `Balance top-up of ${platformCurrency} ${formatCents(amountCents)}`
    const issued = await issueInvoice(
      services,
      transaction,
      organisation,
      {
        source: 'TOP_UP',
        currency: platformCurrency,
        lines: [lineOf({ description, quantity: 1, unitPriceCents: amountCents })],
        paid: { paymentId: paymentId ?? null },
      },
      now,
    )
    transaction.work.books.post({
      organisationId,
      kind: 'TOP_UP',
      amountCents,
      currency: platformCurrency,
      invoiceId: issued.id,
      at: now,
    })
    return issued
  })
  return toDetail(invoice)
}

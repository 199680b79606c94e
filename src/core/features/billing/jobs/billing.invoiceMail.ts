import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import type { NewJob } from '../../../engine/jobs/kinds.ts'
import type { InvoiceRow } from '../../../model/billing.ts'
import { settlement, titleOf, wordsOf, written } from '../words/index.ts'

export const invoiceMailJobOf = ({ id, organisationId }: InvoiceRow, now: number): NewJob => ({
  kind: 'billing.invoiceMail',
  subject: id,
  organisationId,
  mode: 'live',
  dueAt: now,
  payload: { invoiceId: id },
})

/**
 * Mails the address in the billing settings that there is a new invoice, once its PDF exists. After a crash
 * between sending and recording it, the mail is sent once more, with the same message id.
 */
export const invoiceMailJob = defineJob({
  kind: 'billing.invoiceMail',
  async handler({ services, job, args, transact }) {
    const id = args.invoiceId
    const invoice = await services.store.read((rows) => rows.invoices.get(organisationOf(job), id))
    if (!invoice || invoice.sentAt !== null || invoice.buyer.email === null) return undefined
    await services.mailer.send({
      to: invoice.buyer.email,
      messageId: invoice.id,
      ...mailOf(invoice, services.config.baseUrl),
    })
    const sentAt = services.clock.now()
    await transact(({ rows }) => rows.invoices.update(invoice, id, { sentAt }))
    return undefined
  },
})

const mailOf = (invoice: InvoiceRow, baseUrl: string) => {
  const { number, seller, buyer, currency, totalCents } = invoice
  const words = wordsOf(invoice)
  const title = `${titleOf(invoice)} ${number}`
  return {
    subject: words.mailSubject(title, seller.name),
    text: [
      words.mailText(title, buyer.name, `${currency} ${written(words, totalCents)}`),
      settlement(invoice),
      words.mailPlace(baseUrl),
    ].join('\n\n'),
  }
}

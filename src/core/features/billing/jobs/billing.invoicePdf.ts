import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import type { InvoiceRow } from '../../../model/billing.ts'
import { invoicePdf } from '../paper/render.ts'
import { invoiceMailJobOf } from './billing.invoiceMail.ts'

/** The blob key of an invoice's PDF, which is drawn once, since an issued invoice never changes. */
export const pdfKey = ({ id }: Pick<InvoiceRow, 'id'>): string => `invoices/${id.toLowerCase()}.pdf`

/**
 * Draws an invoice or credit note after it was issued. Drawing it again gives the same bytes under the same
 * key.
 */
export const invoicePdfJob = defineJob({
  kind: 'billing.invoicePdf',
  async handler({ services, job, args, now, transact }) {
    const id = args.invoiceId
    const { invoice, original } = await services.store.read(async (rows) => {
      const found = await rows.invoices.get(organisationOf(job), id)
      const credited = found?.creditNoteOfInvoiceId
      return { invoice: found, original: credited ? await rows.invoices.get(found, credited) : undefined }
    })
    if (!invoice || invoice.hasPdf) return undefined
    await services.blobs.put(pdfKey(invoice), await invoicePdf(services, invoice, original))
    await transact(async ({ rows, work }) => {
      await rows.invoices.update(invoice, id, { hasPdf: true })
      if (services.mailer.available && invoice.buyer.email !== null)
        work.enqueue(invoiceMailJobOf(invoice, now))
    })
    return undefined
  },
})

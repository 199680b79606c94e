import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import type { NewJob } from '../../../engine/jobs/kinds.ts'
import { chunksById, type Test } from '../../../kernel/query.ts'
import { hourMs, minuteMs } from '../../../kernel/time.ts'
import type { InvoiceRow } from '../../../model/billing.ts'
import { everyone } from '../../../ports/store.ts'
import { readMoveContext } from '../../items/chunks.ts'
import type { MoveContext } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { resettleItem } from '../../items/settle.ts'
import { heldForFunds } from '../../ledger/ledger.ts'
import { profileOf, treatmentOf } from '../../ledger/profile.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { patchOrganisation } from '../../organisations/manage.ts'
import { countSpending } from '../count-spending.ts'
import { isInvoicing } from '../invoice.ts'
import {
  allInvoiceTexts,
  formatAmount,
  settlement,
  TextsNotLoaded,
  textsOf,
  titleOf,
} from '../invoice-words.ts'
import { invoicingHold } from '../invoicing-hold.ts'
import { dueMonths, issueMonthly, startOfNextMonth } from '../monthly.ts'
import { invoicePdf } from '../paper/render.ts'

/** Enqueued after a spending cap was set. */
export const countSpendingJob = defineJob({
  kind: 'billing.countSpending',
  async handler({ services, job, args }) {
    const { apiKeyId } = args as { apiKeyId: string | null }
    const isCounted = await countSpending(services, job.organisationId!, apiKeyId)
    // Another recount came in between and may have used an older snapshot.
    return isCounted ? undefined : { resumeAt: services.clock.now() }
  },
})

const invoiceMailJobOf = ({ id, organisationId }: InvoiceRow, now: number): NewJob => ({
  kind: 'billing.invoiceMail',
  subject: id,
  organisationId,
  mode: 'live',
  dueAt: now,
  payload: { invoiceId: id },
})

/** Sent once the PDF exists. After a crash the mail may be sent again with the same message id. */
export const invoiceMailJob = defineJob({
  kind: 'billing.invoiceMail',
  async handler({ services, job, args, transact }) {
    const id = args.invoiceId
    const invoice = await services.store.read((rows) => rows.invoices.get(organisationOf(job), id))
    if (!invoice || invoice.sentAt !== null || invoice.buyer.email === null) return undefined
    await services.mailer.send({
      to: invoice.buyer.email,
      messageId: invoice.id,
      ...(await mailOf(invoice, services.config.baseUrl)),
    })
    const sentAt = services.clock.now()
    await transact(({ rows }) => rows.invoices.update(invoice, id, { sentAt }))
    return undefined
  },
})

const mailOf = async (invoice: InvoiceRow, baseUrl: string) => {
  const { number, seller, buyer, currency, totalCents } = invoice
  const texts = await textsOf(invoice)
  const title = `${titleOf(texts, invoice)} ${number}`
  const sum = `${currency} ${formatAmount(texts, totalCents)}`
  return {
    subject: texts.mailSubject({ title, seller: seller.name }),
    text: [
      texts.mailText({ title, buyer: buyer.name, sum }),
      settlement(texts, invoice),
      texts.mailPlace({ address: baseUrl }),
    ].join('\n\n'),
  }
}

/** Key of an invoice's PDF, which is rendered once, because an issued invoice never changes. */
export const pdfKey = ({ id }: Pick<InvoiceRow, 'id'>): string => `invoices/${id.toLowerCase()}.pdf`

/** Idempotent: the same bytes under the same key. */
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

const chunkSize = 100

/** Delay before the next attempt while invoicing is held. */
const heldMs = 5 * minuteMs

/** Issues invoices of ended months, each in its own transaction. Recurs at the start of the next month. */
export const monthlyJob = defineJob({
  kind: 'billing.monthly',
  // An hour later, because a capture dated before midnight may be committed after it.
  async recur({ services, now }) {
    return startOfNextMonth(await services.store.read(sellerOf), now) + hourMs
  },
  async handler(context) {
    if (await context.services.store.read(invoicingHold)) return { resumeAt: context.now + heldMs }
    const seller = await context.services.store.read(sellerOf)
    // Usage stays open, and is invoiced after the month in which a seller is configured.
    if (!isInvoicing(seller)) return undefined
    await issueDueInvoices(context)
    return undefined
  },
})

/** Issues all other invoices if the texts of some can't be loaded; the job then fails and is retried. */
const issueDueInvoices = async ({ services, now, transact, extend }: JobContext): Promise<void> => {
  const textsIn = await allInvoiceTexts()
  let failed: TextsNotLoaded | undefined
  const issueDue = async (id: string): Promise<void> => {
    for (const month of await services.store.read((rows) => dueMonths(rows, id, now))) {
      await transact(async (transaction) => {
        const organisation = await transaction.rows.organisations.get(everyone, id)
        if (organisation?.billingMode !== 'MONTHLY') return
        await issueMonthly(services, transaction, organisation, { month, now, textsIn })
      })
    }
  }
  const monthly = (id: Test<string>, limit: number) =>
    services.store.read((rows) =>
      rows.organisations.find(everyone, { billingMode: 'MONTHLY', id }, { limit }),
    )
  for await (const organisations of chunksById(chunkSize, monthly, { between: extend })) {
    for (const { id } of organisations) {
      await issueDue(id).catch((error: unknown) => {
        if (!(error instanceof TextsNotLoaded)) throw error
        failed = error
      })
    }
  }
  if (failed) throw failed
}

const releaseHeldChunkSize = 100

/** Stops at the oldest item that can't be paid, so that cheaper, newer items don't always overtake it. */
export const releaseHeldJob = defineJob({
  kind: 'billing.releaseHeld',
  async handler({ services, job, transact, extend }) {
    const organisationId = job.organisationId!
    for (;;) {
      const released = await transact(async (transaction) =>
        releaseChunk(await readMoveContext(services, transaction, organisationId, services.clock.now())),
      )
      if (released < releaseHeldChunkSize) return undefined
      await extend()
    }
  },
})

const releaseChunk = async (context: MoveContext): Promise<number> => {
  const { rows } = context.transaction
  const scope = { organisationId: context.organisation.id, mode: 'live' as const }
  const oldestFirst = [{ field: 'createdAt' as const }]
  const held = await rows.items.find(scope, heldForFunds, { order: oldestFirst, limit: releaseHeldChunkSize })
  let released = 0
  for (const item of held) {
    const settled = await resettleItem(context, item)
    if (!settled) break
    await saveItem(rows, settled)
    released++
  }
  return released
}

const treatmentsChunkSize = 100

/** Runs after the seller moved to another country. Invoices don't depend on it: they read the seller. */
export const treatmentsJob = defineJob({
  kind: 'billing.treatments',
  async handler({ services, transact, extend }) {
    const all = (id: Test<string>, limit: number) =>
      services.store.read((rows) => rows.organisations.find(everyone, { id }, { limit }))
    for await (const organisations of chunksById(treatmentsChunkSize, all, { between: extend })) {
      for (const { id } of organisations) {
        await transact(async ({ rows }) => {
          const organisation = await rows.organisations.get(everyone, id)
          if (!organisation) return
          const profile = await profileOf(rows, organisation)
          const vatTreatment = treatmentOf(profile, organisation, await sellerOf(rows))
          if (vatTreatment !== organisation.vatTreatment) {
            await patchOrganisation(services, rows, organisation, { vatTreatment })
          }
        })
      }
    }
    return undefined
  },
})

import type { Core } from '../../src/core/app/index.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { parse } from '../../src/core/engine/validate.ts'
import { creditInvoice } from '../../src/core/features/billing/credit-note.ts'
import { markPaid, toDetail, toWire } from '../../src/core/features/billing/invoice.ts'
import { allInvoiceTexts } from '../../src/core/features/billing/invoice-words.ts'
import { endedMonth, issueMonthly } from '../../src/core/features/billing/monthly.ts'
import { countNumbers, hasNoGap } from '../../src/core/features/billing/numbers.ts'
import { recount } from '../../src/core/features/billing/recount.ts'
import { creditNoteInput, issueMonthlyInput, markPaidInput } from '../../src/core/features/billing/schema.ts'
import { patchTerms } from '../../src/core/features/billing/settings.ts'
import { termsPatch } from '../../src/core/features/billing/settings-schema.ts'
import { confirmTopUp } from '../../src/core/features/billing/top-ups.ts'
import { holdInvoicingNow, resumeInvoicingNow } from '../../src/core/features/instance/command-line.ts'
import type { LastNumbers } from '../../src/core/features/instance/holds.ts'
import { showInvoicing } from '../../src/core/features/instance/holds.ts'
import { getOrganisation, listOrganisations } from '../../src/core/features/organisations/manage.ts'
import { notFound } from '../../src/core/kernel/errors.ts'
import { everyone } from '../../src/core/ports/store.ts'

/** Maximum number of reported differences per organisation. */
const maxReported = 20

interface OfInvoice {
  id: string
  body: Record<string, unknown>
}

const organisationsOf = async ({ services }: Core, organisationId: string | undefined) =>
  organisationId === undefined
    ? listOrganisations(services)
    : [await getOrganisation(services, organisationId)]

export const billingCommands = {
  'billing.invoices': async ({ services }: Core, { organisationId }: { organisationId: string }) => {
    await getOrganisation(services, organisationId)
    const newestFirst = { order: [{ field: 'createdAt' as const, descending: true }] }
    const rows = await services.store.read((store) =>
      store.invoices.find({ organisationId }, {}, newestFirst),
    )
    return rows.map(toWire)
  },
  'billing.confirm': async ({ services }: Core, { id, paymentId }: { id: string; paymentId?: string }) => {
    const paid = { paymentId: paymentId ?? null, textsIn: await allInvoiceTexts() }
    return toDetail(
      await transact(services, (transaction) => confirmTopUp(services, transaction, everyone, id, paid)),
    )
  },
  'billing.creditNote': async ({ services }: Core, { id, body }: OfInvoice) => {
    const input = parse(creditNoteInput, body, 'body')
    const textsIn = await allInvoiceTexts()
    return toDetail(
      await transact(services, (transaction) =>
        creditInvoice(services, transaction, everyone, id, input, textsIn),
      ),
    )
  },
  'billing.markPaid': async ({ services }: Core, { id, body }: OfInvoice) => {
    const input = parse(markPaidInput, body, 'body')
    return toDetail(await transact(services, ({ rows }) => markPaid(services, rows, everyone, id, input)))
  },
  'billing.issueMonthly': async (core: Core, args: { organisationId?: string; month?: string }) => {
    const { services } = core
    const { month } = parse(issueMonthlyInput, args.month === undefined ? {} : { month: args.month }, 'body')
    const textsIn = await allInvoiceTexts()
    const issued = []
    for (const { id } of await organisationsOf(core, args.organisationId)) {
      const invoice = await transact(services, async (transaction) => {
        const organisation = await transaction.rows.organisations.get(everyone, id)
        if (!organisation) throw notFound('organisation')
        const now = services.clock.now()
        const ended = await endedMonth(transaction.rows, month, now)
        return issueMonthly(services, transaction, organisation, { month: ended, now, textsIn })
      })
      if (invoice) issued.push(toDetail(invoice))
    }
    return issued
  },
  'billing.terms': async (
    { services }: Core,
    { organisationId, terms }: { organisationId: string; terms: Record<string, unknown> },
  ) => {
    const patch = parse(termsPatch, terms, 'body')
    const textsIn = await allInvoiceTexts()
    return transact(services, (transaction) =>
      patchTerms(services, transaction, organisationId, patch, textsIn),
    )
  },
  'billing.recount': async (core: Core, { organisationId }: { organisationId?: string }) => {
    const organisations = []
    for (const { id } of await organisationsOf(core, organisationId)) {
      const { differences, ...result } = await core.services.store.read((rows) => recount(rows, id))
      organisations.push({
        organisationId: id,
        ...result,
        differenceCount: differences.length,
        differences: differences.slice(0, maxReported),
      })
    }
    const numbers = await core.services.store.read(countNumbers)
    const agrees = organisations.every((each) => each.agrees) && numbers.every(hasNoGap)
    return { agrees, organisations, numbers }
  },
}

export const invoicingCommands = {
  'invoicing.show': ({ services }: Core) => services.store.read(showInvoicing),
  'invoicing.hold': ({ services }: Core, hold: { reason: string }) => holdInvoicingNow(services, hold),
  'invoicing.resume': ({ services }: Core, last: LastNumbers) => resumeInvoicingNow(services, last),
}

import type { Core } from '../../src/core/app/index.ts'
import {
  endInvoicingHold,
  holdInvoicing,
  invoicingHold,
} from '../../src/core/features/billing/invoicing-hold.ts'
import { continueAfter, countNumbers, type NumberSeries } from '../../src/core/features/billing/numbers.ts'
import { problem } from '../../src/core/kernel/errors.ts'
import type { Rows } from '../../src/core/ports/store.ts'
import { holdToJson } from './hold.ts'

interface LastNumbers {
  lastInvoice?: string
  lastCreditNote?: string
}

const lastOf = (numbers: readonly NumberSeries[], kind: NumberSeries['kind']): string | null =>
  numbers
    .filter((series) => series.kind === kind)
    .toSorted((a, b) => a.year.localeCompare(b.year))
    .at(-1)?.last ?? null

/** Whether invoices are issued, and the last assigned numbers, as the command line shows them. */
const show = async (rows: Rows) => {
  const numbers = await countNumbers(rows)
  return {
    ...holdToJson(await invoicingHold(rows)),
    lastInvoice: lastOf(numbers, 'INVOICE'),
    lastCreditNote: lastOf(numbers, 'CREDIT_NOTE'),
  }
}

export const invoicingCommands = {
  'invoicing.show': ({ services }: Core) => services.store.read(show),
  'invoicing.hold': ({ services }: Core, { reason }: { reason: string }) =>
    services.store.write(async (rows) => {
      await holdInvoicing(rows, { since: services.clock.now(), reason })
      return show(rows)
    }),
  'invoicing.resume': ({ services }: Core, { lastInvoice, lastCreditNote }: LastNumbers) =>
    services.store.write(async (rows) => {
      if (!(await invoicingHold(rows)) && (lastInvoice ?? lastCreditNote) !== undefined) {
        throw problem('invalid_state', 'Invoicing is not held: numbers follow one another by themselves.')
      }
      if (lastInvoice !== undefined) await continueAfter(rows, 'INVOICE', lastInvoice, 'last-invoice')
      if (lastCreditNote !== undefined) {
        await continueAfter(rows, 'CREDIT_NOTE', lastCreditNote, 'last-credit-note')
      }
      await endInvoicingHold(rows)
      return show(rows)
    }),
}

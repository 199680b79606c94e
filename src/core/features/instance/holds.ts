import type { Hold } from '../../engine/hold.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { sentenceOf } from '../../kernel/sentence-schema.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { endInvoicingHold, holdInvoicing, invoicingHold } from '../billing/invoicing-hold.ts'
import { continueAfter, countNumbers, type NumberSeries } from '../billing/numbers.ts'
import { sellerToWire } from '../billing/seller.ts'
import { sellerOf } from '../ledger/seller.ts'
import { holdPrinting, printingHold, resumePrinting } from '../printers/printing-hold.ts'
import type { LastNumbers } from './hold-schema.ts'
import { instanceProblems } from './sentences.ts'

const holdToWire = (hold: Hold | undefined) => ({
  held: hold !== undefined,
  since: hold ? toDateTime(hold.since) : null,
  reason: hold?.reason ?? null,
  reasonSentence: sentenceOf(hold?.said),
})

export const showPrinting = async (rows: Rows) => holdToWire(await printingHold(rows))

/** Holds printing from now on. A hold that stands keeps its reason. */
export const beginPrintingHold = async (services: Services, rows: WritableRows, reason: string) =>
  holdToWire(await holdPrinting(rows, { since: services.clock.now(), reason }))

export const endPrintingHold = async (rows: WritableRows) => {
  await resumePrinting(rows)
  return holdToWire(undefined)
}

export const showInvoicing = async (rows: Rows) => {
  const numbers = await countNumbers(rows)
  const { notInvoiced } = sellerToWire(await sellerOf(rows))
  return {
    ...holdToWire(await invoicingHold(rows)),
    notInvoiced,
    lastInvoice: lastOf(numbers, 'INVOICE'),
    lastCreditNote: lastOf(numbers, 'CREDIT_NOTE'),
  }
}

const lastOf = (numbers: readonly NumberSeries[], kind: NumberSeries['kind']): string | null =>
  numbers
    .filter((series) => series.kind === kind)
    .toSorted((a, b) => a.year.localeCompare(b.year))
    .at(-1)?.last ?? null

/** Holds invoicing from now on. A hold that stands keeps its reason. */
export const beginInvoicingHold = async (services: Services, rows: WritableRows, reason: string) => {
  await holdInvoicing(rows, { since: services.clock.now(), reason })
  return showInvoicing(rows)
}

/**
 * Ends the hold, and continues the numbers after the last ones that were issued elsewhere. `nameOf` names
 * them as the caller wrote them. Throws 409 for numbers where invoicing is not held, 422 for wrong ones.
 */
export const continueInvoicing = async (
  rows: WritableRows,
  { lastInvoice, lastCreditNote }: LastNumbers,
  nameOf: { lastInvoice: string; lastCreditNote: string },
) => {
  if (!(await invoicingHold(rows)) && (lastInvoice ?? lastCreditNote) !== undefined) {
    throw problem(instanceProblems.say('invalid_state.invoicing_not_held'))
  }
  if (lastInvoice !== undefined) await continueAfter(rows, 'INVOICE', lastInvoice, nameOf.lastInvoice)
  if (lastCreditNote !== undefined) {
    await continueAfter(rows, 'CREDIT_NOTE', lastCreditNote, nameOf.lastCreditNote)
  }
  await endInvoicingHold(rows)
  return showInvoicing(rows)
}

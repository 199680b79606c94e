import * as v from 'valibot'
import type { Hold } from '../../engine/hold.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { sentenceOf, sentenceSchema } from '../../kernel/sentence-schema.ts'
import { toDateTime } from '../../kernel/time.ts'
import { dateTime, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { endInvoicingHold, holdInvoicing, invoicingHold } from '../billing/invoicing-hold.ts'
import { continueAfter, countNumbers, type NumberSeries } from '../billing/numbers.ts'
import { sellerToWire } from '../billing/seller.ts'
import { sellerOf } from '../ledger/seller.ts'
import { holdPrinting, printingHold, resumePrinting } from '../printers/printing-hold.ts'
import { instanceProblems } from './sentences.ts'

/** Limits of what an operator types (`docs/limits.md`). */
export const holdLimits = { reasonLength: 500, numberLength: 20 } as const

const holdEntries = {
  held: described(v.boolean(), 'Whether it is held now.'),
  since: described(v.nullable(dateTime), 'Since when, RFC 3339 in UTC; null while it is not held.'),
  reason: described(v.nullable(v.string()), 'Why, as a sentence; null while it is not held.'),
  reasonSentence: described(
    v.nullable(sentenceSchema),
    'The same where the program holds it by itself; null where a person typed the reason, and while it is not held.',
  ),
}

export const printingSchema = namedObject(
  'Printing',
  'Whether live runs of all organisations are handed to the printer.',
  holdEntries,
)

export const invoicingSchema = namedObject(
  'Invoicing',
  'Whether invoices and credit notes get numbers, and the last ones that were given.',
  {
    ...holdEntries,
    notInvoiced: described(
      v.nullable(v.string()),
      'Why no invoices are issued here for the seller’s country, as a sentence; null: they are issued.',
    ),
    lastInvoice: described(
      v.nullable(v.string()),
      'The last number of an invoice, e.g. `2026-000057`; null where none was issued.',
    ),
    lastCreditNote: described(
      v.nullable(v.string()),
      'The last number of a credit note, e.g. `CN2026-000003`; null where none was issued.',
    ),
  },
)

export const holdInput = namedStrictObject('HoldCreate', 'Why something is held.', {
  reason: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(holdLimits.reasonLength), storable),
    'Why, as a sentence for operators and for what is refused meanwhile.',
  ),
})

const number = v.pipe(v.string(), v.trim(), v.maxLength(holdLimits.numberLength))

export const resumeInvoicingInput = v.optional(
  namedStrictObject(
    'InvoicingResume',
    'After a backup was restored: the last numbers that were issued anywhere, which the next ones follow.',
    {
      lastInvoice: described(
        v.optional(number),
        'The last number of an invoice; by default the last one that is known here.',
      ),
      lastCreditNote: described(
        v.optional(number),
        'The last number of a credit note; by default the last one that is known here.',
      ),
    },
  ),
  {},
)
export type LastNumbers = v.InferOutput<typeof resumeInvoicingInput>

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

import * as v from 'valibot'
import type { Hold } from '../../engine/hold.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { sentenceOf, sentenceSchema } from '../../kernel/sentence-schema.ts'
import { toDateTime } from '../../kernel/time.ts'
import { dateTime, described, namedObject, namedStrictObject, storable } from '../../kernel/wire-schema.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { endInvoicingHold, holdInvoicing, invoicingHold } from '../billing/invoicing-hold.ts'
import { continueAfter, countNumbers, type NumberSeries } from '../billing/numbers.ts'
import { sellerToWire } from '../billing/seller.ts'
import { sellerOf } from '../ledger/seller.ts'
import { holdPrinting, printingHold, resumePrinting } from '../printers/printing-hold.ts'
import { instanceProblems } from './sentences.ts'

/** Documented in `docs/limits.md`. */
export const holdLimits = { reasonLength: 500, numberLength: 20 } as const

const holdEntries = {
  held: described(v.boolean(), 'Whether it is on hold.'),
  since: described(v.nullable(dateTime), 'Start of the hold, RFC 3339 in UTC; null if not on hold.'),
  reason: described(v.nullable(v.string()), 'Reason as a sentence; null if not on hold.'),
  reasonSentence: described(
    v.nullable(sentenceSchema),
    'The reason with its code if the program set the hold; null if an operator entered the reason, or if not on hold.',
  ),
}

export const printingSchema = namedObject(
  'Printing',
  'Whether live runs of all organisations are on hold before the printer.',
  holdEntries,
)

export const invoicingSchema = namedObject(
  'Invoicing',
  'Whether invoices and credit notes are on hold, and the last numbers.',
  {
    ...holdEntries,
    notInvoiced: described(
      v.nullable(v.string()),
      'Why no invoices are issued for the seller’s country, as a sentence; null if they are issued.',
    ),
    lastInvoice: described(
      v.nullable(v.string()),
      'The last invoice number, e.g. `2026-000057`; null if there is none.',
    ),
    lastCreditNote: described(
      v.nullable(v.string()),
      'The last credit note number, e.g. `CN2026-000003`; null if there is none.',
    ),
  },
)

export const holdInput = namedStrictObject('HoldCreate', 'A new hold.', {
  reason: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(holdLimits.reasonLength), storable),
    'The reason as a sentence, for operators and for refused calls.',
  ),
})

const number = v.pipe(v.string(), v.trim(), v.maxLength(holdLimits.numberLength))

export const resumeInvoicingInput = v.optional(
  namedStrictObject(
    'InvoicingResume',
    'The last numbers issued anywhere, after restoring a backup. Numbering continues after them.',
    {
      lastInvoice: described(
        v.optional(number),
        'The last invoice number. Default: the last one known to this instance.',
      ),
      lastCreditNote: described(
        v.optional(number),
        'The last credit note number. Default: the last one known to this instance.',
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

/** An existing hold keeps its reason. */
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

/** An existing hold keeps its reason. */
export const beginInvoicingHold = async (services: Services, rows: WritableRows, reason: string) => {
  await holdInvoicing(rows, { since: services.clock.now(), reason })
  return showInvoicing(rows)
}

/**
 * Ends the hold. Numbers continue after the last ones issued elsewhere; `nameOf` has their names in the
 * caller's notation. Throws 409 for numbers if invoicing is not on hold, 422 for invalid ones.
 */
export const continueInvoicing = async (
  rows: WritableRows,
  { lastInvoice, lastCreditNote }: LastNumbers,
  nameOf: { lastInvoice: string; lastCreditNote: string },
) => {
  if (!(await invoicingHold(rows)) && (lastInvoice ?? lastCreditNote) !== undefined) {
    throw problem(instanceProblems.sentence('invalid_state.invoicing_not_held'))
  }
  if (lastInvoice !== undefined) await continueAfter(rows, 'INVOICE', lastInvoice, nameOf.lastInvoice)
  if (lastCreditNote !== undefined) {
    await continueAfter(rows, 'CREDIT_NOTE', lastCreditNote, nameOf.lastCreditNote)
  }
  await endInvoicingHold(rows)
  return showInvoicing(rows)
}

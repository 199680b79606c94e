import * as v from 'valibot'
import { sentenceSchema } from '../../kernel/sentence-schema.ts'
import { dateTime, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'

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

import * as v from 'valibot'
import { ruleSentences } from '../../kernel/rule-sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { fields, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { priceZone, vatTreatment } from '../../model/wire-enums.ts'

export const pricesQuery = v.strictObject({
  on: described(
    v.optional(v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))),
    'A day, `YYYY-MM-DD`: what pieces would cost then. Absent: today, in the organisation’s time zone.',
  ),
})

export const pricesSchema = namedObject(
  'PriceList',
  'What pieces cost this organisation, net of VAT, and the VAT that invoices add.',
  {
    currency: fields.currency,
    vatTreatment: described(vatTreatment, 'How VAT is charged.'),
    vatRate: fields.vatRate,
    changesOn: described(
      v.nullable(v.string()),
      'The next day after it on which another price list counts, `YYYY-MM-DD`; null if none is to come.',
    ),
    data: described(
      v.array(
        v.object({
          productId: fields.productId,
          productName: described(v.string(), 'Name of the product.'),
          productSpecificationId: fields.productSpecificationId,
          specificationName: described(v.string(), 'Name of the specification.'),
          zone: described(priceZone, 'Where the piece goes: the code of a country zone.'),
          zoneName: described(v.string(), 'The name of that zone, for people.'),
          unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
          steps: described(
            v.array(
              v.object({
                from: described(integer, 'The least number of pieces of a Postbatch; the first is 1.'),
                unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
              }),
            ),
            'Prices by quantity; an item of a Postflow pays the first.',
          ),
          sheets: described(
            v.nullable(
              v.object({
                included: described(integer, 'How many sheets of a piece cost nothing more.'),
                unitPriceCents: described(integer, 'Price of each further sheet in cents, net of VAT.'),
              }),
            ),
            'What further sheets of a piece cost; null if they cost nothing more.',
          ),
        }),
      ),
      'One row for each specification and price zone.',
    ),
  },
)

import * as v from 'valibot'
import { knownCountry } from '../../address/index.ts'
import { boxEntries, boxSchema } from '../../kernel/finding.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { folds } from '../../model/products.ts'
import { priceZone as zone } from '../../model/wire-enums.ts'
import { plexes } from '../../template/plex.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())

const zoneSchema = namedObject(
  'SheetZone',
  'A rectangle of the sheet that is reserved, in mm from the top left corner of the trimmed page.',
  {
    kind: v.picklist(['address', 'postage', 'coding', 'sender', 'sequence', 'clear']),
    page: integer,
    ...boxEntries,
  },
)

export const specificationSchema = namedObject(
  'ProductSpecification',
  'One way in which a product is made: sheet, zones, paper, prices and cutoffs.',
  {
    id: v.string(),
    productId: v.string(),
    name: v.string(),
    format: v.string(),
    sheet: v.object({
      trim: v.object({ w: v.number(), h: v.number() }),
      bleed: v.number(),
      safe: v.number(),
      /** On a duplex sheet every piece takes an even number of pages; an empty one is added where its last is missing. */
      plex: v.picklist(plexes),
      pages: v.object({ min: integer, max: integer }),
      zones: v.array(zoneSchema),
      colourProfile: v.string(),
    }),
    paper: v.object({ name: v.string(), gsm: integer }),
    /** `half`: once across, the top half of page 1 outside. */
    fold: v.picklist(folds),
    /** Null where the piece is posted as it is. */
    envelope: v.nullable(
      v.object({
        name: v.string(),
        w: v.number(),
        h: v.number(),
        /** What it shows of page 1, in mm from the top left of the trim; null without a window. */
        window: v.nullable(boxSchema),
        /** How many mm the folded piece may slide in every direction. */
        play: v.number(),
      }),
    ),
    prices: v.array(v.object({ zone, priceCents: integer })),
    currency: v.string(),
    cutoff: v.object({ cron: v.string(), timeZone: v.string(), holidays: v.array(v.string()) }),
    /** When the next run of this specification closes, on the clock of the caller's mode; null where none will. */
    nextCutoffAt: v.nullable(dateTime),
    productionDays: integer,
    deliveryDays: integer,
    active: v.boolean(),
  },
)
export type SpecificationWire = v.InferOutput<typeof specificationSchema>

const productEntries = {
  id: v.string(),
  name: v.string(),
  kind: named(
    'ProductKind',
    '`POSTCARD`: posted as it is; `LETTER`: may be folded and enveloped.',
    v.picklist(['POSTCARD', 'LETTER']),
  ),
  description: v.string(),
  active: v.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
}
export const productSchema = namedObject('Product', 'A kind of mail that can be sent.', productEntries)
export const productDetailSchema = namedObject('ProductDetail', 'A product with its specifications.', {
  ...productEntries,
  specifications: v.array(specificationSchema),
})

export const productParams = v.strictObject({ id: v.string() })

export const priceInput = namedStrictObject('PriceQuery', 'How many pieces go to which country.', {
  productSpecificationId: v.pipe(v.string(), v.maxLength(40)),
  /** Pieces per country; without it, one piece to the organisation's own country. */
  quantities: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          country: knownCountry,
          quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
        }),
      ),
      v.minLength(1),
      v.maxLength(250),
    ),
  ),
})

export const priceSchema = namedObject('Price', 'What pieces cost.', {
  productId: v.string(),
  productSpecificationId: v.string(),
  currency: v.string(),
  lines: v.array(
    v.object({ country: v.string(), zone, quantity: integer, unitPriceCents: integer, amountCents: integer }),
  ),
  quantity: integer,
  /** Net of VAT. */
  subtotalCents: integer,
  vatRate: integer,
  vatCents: integer,
  totalCents: integer,
})

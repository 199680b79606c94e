import * as v from 'valibot'
import { integer } from '../../../kernel/wire-fields.ts'
import { described, named, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { folds } from '../../../model/products.ts'
import { cents, country, day, entryFields, key, listOf, name, shortText } from './entry-fields.ts'
import { catalogueLimits as limits } from './limits.ts'
import { envelope, pageCount, sheet } from './sheet-schema.ts'

const id = v.pipe(v.string(), v.maxLength(40))

export const productEntry = namedStrictObject('CatalogueProduct', 'A kind of mail that can be sent.', {
  ...entryFields,
  id: described(v.optional(id), 'Its id, for a product that exists; if absent, the instance gives one.'),
  name,
  kind: described(v.picklist(['POSTCARD', 'LETTER']), 'What it is.'),
  description: described(
    v.pipe(v.string(), v.maxLength(limits.descriptionLength)),
    'What it is, for people.',
  ),
  sortOrder: described(
    v.pipe(integer, v.minValue(0), v.maxValue(1_000_000)),
    'Its place in lists; the smallest comes first.',
  ),
})
export type ProductEntry = v.InferOutput<typeof productEntry>

const insert = v.strictObject({
  key: described(key, 'Its name in this specification.'),
  name,
  grams: described(v.pipe(v.number(), v.minValue(0), v.maxValue(2000)), 'Its weight in grams.'),
})

export const specificationEntry = namedStrictObject(
  'CatalogueSpecification',
  'One way in which a product is made.',
  {
    ...entryFields,
    id: described(
      v.optional(id),
      'Its id, for a specification that exists; if absent, the instance gives one.',
    ),
    product: described(key, 'Key of its product.'),
    name,
    format: described(shortText(40), 'The usual name of the format, such as `A6`.'),
    sheet: described(sheet, 'What is printed on.'),
    stock: described(key, 'Key of the stock that it is printed on.'),
    fold: described(v.picklist(folds), 'How the piece is folded.'),
    envelope: described(v.nullable(envelope), 'The envelope; null if the piece is posted as it is.'),
    finishing: described(
      v.optional(listOf(shortText(60), limits.finishing)),
      'What is done to a piece after printing, besides its fold.',
    ),
    inserts: described(
      v.optional(listOf(insert, limits.inserts)),
      'What lies in the envelope beside the piece.',
    ),
    extras: described(
      v.optional(listOf(key, limits.extras)),
      'Surcharges that every piece pays, by their key in price lists.',
    ),
    calendar: described(key, 'Key of the calendar that says when its runs close.'),
    countryZones: described(key, 'Key of the country zones that its prices are by.'),
    postage: described(
      v.optional(v.nullable(key)),
      'Key of its postage product; null where the printer franks.',
    ),
    productionDays: described(
      v.pipe(integer, v.minValue(0), v.maxValue(60)),
      'Working days from the cutoff until the carrier gets it.',
    ),
    deliveryDays: described(
      v.pipe(integer, v.minValue(0), v.maxValue(60)),
      'Working days from then until it is in the letterbox.',
    ),
  },
)
export type SpecificationEntry = v.InferOutput<typeof specificationEntry>

export const stockEntry = namedStrictObject('CatalogueStock', 'What is printed on.', {
  ...entryFields,
  name,
  gsm: described(v.pipe(integer, v.minValue(30), v.maxValue(1000)), 'Weight in grams per square metre.'),
  coated: described(v.boolean(), 'Whether its surface is coated.'),
  colourProfile: described(shortText(60), 'Colour profile of the print: a platform asset.'),
  maxInkPercent: described(
    v.pipe(integer, v.minValue(100), v.maxValue(400)),
    'The most ink that it takes, as the sum of the four plates in percent.',
  ),
})
export type StockEntry = v.InferOutput<typeof stockEntry>

export const postageEntry = namedStrictObject('CataloguePostage', 'How pieces are franked.', {
  ...entryFields,
  carrier: described(shortText(60), 'Who carries it.'),
  name,
  indicia: described(
    v.nullable(shortText(200)),
    'What is printed into the postage zone of a sheet, line by line; null where the printer or the carrier franks.',
  ),
  costCents: described(v.nullable(cents), 'What the carrier asks for a piece, in cents; null if unsaid.'),
})
export type PostageEntry = v.InferOutput<typeof postageEntry>

const days = described(listOf(day, limits.days), 'Days as `YYYY-MM-DD`.')

const holidaySource = namedStrictObject('CatalogueHolidays', 'Holidays of a country or of a part of it.', {
  country: described(country, 'Country (ISO 3166-1 alpha-2).'),
  region: described(v.optional(shortText(20)), 'A part of it, such as `BY` or `BY/A`.'),
  types: described(
    v.optional(listOf(v.picklist(['public', 'bank', 'school', 'optional', 'observance']), 5)),
    'Kinds of holidays; `public` by default.',
  ),
})

export const calendarEntry = namedStrictObject('CatalogueCalendar', 'When runs close.', {
  ...entryFields,
  name,
  cron: described(shortText(100), 'The schedule as a cron expression, e.g. `0 10 * * 1-5`.'),
  timeZone: described(shortText(60), 'Time zone of the schedule (IANA).'),
  holidays: described(
    v.optional(listOf(holidaySource, limits.holidaySources)),
    'Holidays without a cutoff, looked up for the coming years.',
  ),
  closedOn: described(v.optional(days), 'Days without a cutoff besides the holidays.'),
  openOn: described(v.optional(days), 'Days with a cutoff although they are holidays.'),
})
export type CalendarEntry = v.InferOutput<typeof calendarEntry>

export const countryZonesEntry = namedStrictObject(
  'CatalogueCountryZones',
  'A division of the world by price: the first zone that holds a country counts.',
  {
    ...entryFields,
    name,
    origin: described(
      v.union([v.literal('organisation'), country]),
      'Where the mail comes from: a country, or `organisation` for that of each organisation.',
    ),
    zones: described(
      v.pipe(
        v.array(
          v.strictObject({
            code: described(key, 'Its name in price lists.'),
            name,
            countries: described(
              v.union([
                v.picklist(['*', 'origin']),
                v.pipe(v.array(country), v.minLength(1), v.maxLength(300)),
              ]),
              'Countries (ISO 3166-1 alpha-2); `*`: every country; `origin`: where the mail comes from.',
            ),
            fromWithinOnly: described(
              v.optional(v.boolean()),
              'Only for mail that comes from one of these countries.',
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(limits.zones),
      ),
      'The zones in the order in which they are tried.',
    ),
    elsewhere: described(
      v.optional(v.literal('REFUSED')),
      'Says that countries in no zone get no mail. Without it, every country needs a zone.',
    ),
  },
)
export type CountryZonesEntry = v.InferOutput<typeof countryZonesEntry>

export const priceLine = namedStrictObject(
  'CataloguePriceLine',
  'What a piece of a specification costs in a country zone.',
  {
    specification: described(key, 'Key of the specification.'),
    zone: described(key, 'Code of a zone of its country zones.'),
    steps: described(
      v.pipe(
        v.array(
          v.strictObject({
            from: described(
              v.pipe(integer, v.minValue(1), v.maxValue(10_000_000)),
              'The least number of pieces of a Postbatch; the first step begins at 1.',
            ),
            priceCents: described(cents, 'Price of a piece in cents, net of VAT.'),
          }),
        ),
        v.minLength(1),
        v.maxLength(limits.priceSteps),
      ),
      'Prices by quantity.',
    ),
    sheets: described(
      v.optional(
        v.strictObject({
          included: described(pageCount, 'Sheets of a piece that the steps include.'),
          extraCents: described(cents, 'Price of each further one in cents, net of VAT.'),
        }),
      ),
      'Surcharge for sheets; if absent, sheets cost nothing.',
    ),
  },
)
export type PriceLineEntry = v.InferOutput<typeof priceLine>

const priceListFields = {
  ...entryFields,
  name,
  currency: described(
    v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    'Currency of all its prices (ISO 4217): that of the instance.',
  ),
  validFrom: described(day, 'The first day, in the time zone of the organisation that pays.'),
  organisation: described(
    v.optional(v.nullable(id)),
    'The organisation that it is for; null or absent for all.',
  ),
  extras: described(
    v.optional(
      listOf(
        v.strictObject({
          extra: described(key, 'What it is for, as specifications name it.'),
          name,
          priceCents: described(cents, 'Price for a piece in cents, net of VAT.'),
        }),
        limits.priceExtras,
      ),
    ),
    'Surcharges.',
  ),
}
export const priceListEntry = namedStrictObject('CataloguePriceList', 'What pieces cost from a day on.', {
  ...priceListFields,
  lines: described(listOf(priceLine, limits.priceLines), 'Prices by specification and zone.'),
})
export type PriceListEntry = v.InferOutput<typeof priceListEntry>

/** The same without its lines, which are checked in slices because there may be thousands. */
export const priceListHead = v.strictObject({
  ...priceListFields,
  lines: v.pipe(v.array(v.unknown()), v.maxLength(limits.priceLines)),
})

export const currencyCode = named('CurrencyCode', 'ISO 4217.', v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)))

import * as v from 'valibot'
import { boxEntries } from '../../../../kernel/finding.ts'
import { ruleSentences } from '../../../../kernel/problem-sentences.ts'
import { isCalendarDay } from '../../../../kernel/time.ts'
import { integer, storable } from '../../../../kernel/wire-fields.ts'
import { described, named, namedStrictObject } from '../../../../kernel/wire-schema.ts'
import { folds } from '../../../../model/products.ts'
import { plexes, sheetZoneKinds } from '../../../../template/sheet.ts'
import { preflightEntries } from '../../schema.ts'
import { catalogueRuleSentences } from '../../sentences.ts'
import { catalogueLimits as limits } from './limits.ts'

/** A name in catalogue files, the same on every instance. */
export const key = v.pipe(
  v.string(),
  v.maxLength(limits.keyLength),
  v.regex(/^[a-z0-9][a-z0-9-]*$/, catalogueRuleSentences.message('invalid_format.catalogue_key')),
)
export const shortText = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), storable)
export const name = described(shortText(limits.nameLength), 'Name for people.')
const mm = (most: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(most))
const cents = v.pipe(integer, v.minValue(0), v.maxValue(limits.priceCents))
const day = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))
const country = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{2}$/, catalogueRuleSentences.message('invalid_format.catalogue_country')),
)

/** Where a rule of an entry is written down, for people. */
const source = namedStrictObject('CatalogueSource', 'Where a rule of an entry is written down.', {
  rule: described(shortText(300), 'What the rule says, or which part of the entry it is about.'),
  source: described(v.nullable(shortText(300)), 'The document that was read; null where there is none.'),
  verified: described(
    v.boolean(),
    'Whether the document was read and says so. False: a guess to be checked with the carrier or printer.',
  ),
})

/** Fields of every entry. */
export const entryFields = {
  key: described(key, 'Its name, the same on every instance, by which others refer to it.'),
  archived: described(
    v.optional(v.boolean()),
    'Whether it is offered no more; what was sold under it goes on.',
  ),
  sources: described(
    v.optional(v.pipe(v.array(source), v.maxLength(limits.sources))),
    'Where its rules come from. Kept in files, and with the instance.',
  ),
}

const listOf = <S extends v.GenericSchema>(schema: S, most: number) =>
  v.pipe(v.array(schema), v.maxLength(most))

const side = v.pipe(v.number(), v.minValue(10), v.maxValue(limits.sideMm))
const pageCount = v.pipe(integer, v.minValue(1), v.maxValue(limits.pages))

/** The sheet of a specification in a catalogue file. */
const sheet = namedStrictObject(
  'CatalogueSheet',
  'What is printed on; all lengths in mm from the top left of the trim.',
  {
    trim: described(
      v.strictObject({ w: described(side, 'Width in mm.'), h: described(side, 'Height in mm.') }),
      'Size of a page as it is cut.',
    ),
    bleed: described(mm(limits.bleedMm), 'How far pictures reach beyond the cut, in mm.'),
    safe: described(mm(50), 'Distance from the cut that text keeps, in mm.'),
    plex: described(v.picklist(plexes), 'How its sides are printed.'),
    pages: described(
      v.strictObject({
        min: described(pageCount, 'The fewest.'),
        max: described(pageCount, 'The most.'),
      }),
      'How many pages a piece may have.',
    ),
    zones: described(
      listOf(
        v.strictObject({
          kind: described(v.picklist(sheetZoneKinds), 'What the rectangle is for.'),
          page: described(pageCount, 'Page that it is on, counted from 1.'),
          everySheet: described(
            v.optional(v.boolean()),
            'True if it is on the same side of every further sheet of a piece too.',
          ),
          ...boxEntries,
        }),
        limits.sheetZones,
      ),
      'Rectangles that are reserved.',
    ),
    trayPieces: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
      'How many pieces a tray of the mail house holds; if absent, a tray ends with its country or its part.',
    ),
    preflight: described(
      v.optional(
        namedStrictObject(
          'CataloguePreflight',
          'How bad what is looked at before printing is. `error`: a design that has it is not published; `warning`: it is told and published; `off`: it is not looked at.',
          preflightEntries,
        ),
      ),
      'How bad what is found before printing is for this product; a rule that is absent is as bad as for all. Designs that were published before stay published.',
    ),
  },
)

/** Its envelope. */
const envelope = v.strictObject({
  name: described(shortText(40), 'Its usual name, such as `C5`.'),
  w: described(side, 'Width in mm.'),
  h: described(side, 'Height in mm.'),
  window: described(
    v.nullable(v.strictObject(boxEntries)),
    'What its window shows of page 1; null without a window.',
  ),
  play: described(mm(20), 'How far the folded piece may slide in every direction, in mm.'),
})

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

import * as v from 'valibot'
import { boxEntries } from '../../../../kernel/finding.ts'
import { ruleSentences } from '../../../../kernel/problem-sentences.ts'
import { isCalendarDay } from '../../../../kernel/time.ts'
import { described, integer, named, namedStrictObject, storable } from '../../../../kernel/wire-schema.ts'
import { folds } from '../../../../model/products.ts'
import { plexes, sheetZoneKinds } from '../../../../template/sheet.ts'
import { preflightEntries } from '../../schema.ts'
import { catalogueRuleSentences } from '../../sentences.ts'
import { catalogueLimits as limits } from './limits.ts'

/** Identifies an entry in catalogue files, the same on every instance. */
export const key = v.pipe(
  v.string(),
  v.maxLength(limits.keyLength),
  v.regex(/^[a-z0-9][a-z0-9-]*$/, catalogueRuleSentences.message('invalid_format.catalogue_key')),
)
export const shortText = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), storable)
export const name = described(shortText(limits.nameLength), 'Display name.')
const mm = (most: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(most))
const cents = v.pipe(integer, v.minValue(0), v.maxValue(limits.priceCents))
const day = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))
const country = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{2}$/, catalogueRuleSentences.message('invalid_format.catalogue_country')),
)

const source = namedStrictObject('CatalogueSource', 'The documented source of an entry’s rule.', {
  rule: described(shortText(300), 'What the rule says, or which part of the entry it covers.'),
  source: described(v.nullable(shortText(300)), 'The source document; null if there is none.'),
  verified: described(
    v.boolean(),
    'Whether the document was read and confirms the rule. False: a guess to be checked with the carrier or printer.',
  ),
})

export const entryFields = {
  key: described(key, 'Key of the entry, the same on every instance. Other entries refer to it by this key.'),
  archived: described(
    v.optional(v.boolean()),
    'Whether it is no longer available. Items already sold are unaffected.',
  ),
  sources: described(
    v.optional(v.pipe(v.array(source), v.maxLength(limits.sources))),
    'Sources of its rules. Kept in files and on the instance.',
  ),
}

const listOf = <S extends v.GenericSchema>(schema: S, most: number) =>
  v.pipe(v.array(schema), v.maxLength(most))

const side = v.pipe(v.number(), v.minValue(10), v.maxValue(limits.sideMm))
const pageCount = v.pipe(integer, v.minValue(1), v.maxValue(limits.pages))

const sheet = namedStrictObject(
  'CatalogueSheet',
  'The sheet. All lengths are in mm from the top left of the trim.',
  {
    trim: described(
      v.strictObject({ w: described(side, 'Width in mm.'), h: described(side, 'Height in mm.') }),
      'Size of a trimmed page.',
    ),
    bleed: described(mm(limits.bleedMm), 'How far images extend beyond the trim, in mm.'),
    safe: described(mm(50), 'Distance that text keeps from the trim, in mm.'),
    plex: described(v.picklist(plexes), 'Which sides are printed.'),
    pages: described(
      v.strictObject({
        min: described(pageCount, 'Minimum.'),
        max: described(pageCount, 'Maximum.'),
      }),
      'Number of pages that a piece may have.',
    ),
    zones: described(
      listOf(
        v.strictObject({
          kind: described(v.picklist(sheetZoneKinds), 'Purpose of the rectangle.'),
          page: described(pageCount, 'Page number, counted from 1.'),
          everySheet: described(
            v.optional(v.boolean()),
            'Whether it is repeated on the same side of every further sheet of a piece.',
          ),
          ...boxEntries,
        }),
        limits.sheetZones,
      ),
      'Reserved rectangles.',
    ),
    trayPieces: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
      'Pieces per tray of the mail house. If absent, a tray ends with its country or part.',
    ),
    preflight: described(
      v.optional(
        namedStrictObject(
          'CataloguePreflight',
          'Severity of a preflight rule. `error` blocks publishing, `warning` only reports, `off` disables the rule.',
          preflightEntries,
        ),
      ),
      'Severity of each preflight rule for this product. A rule that is absent has the default severity. Published designs stay published.',
    ),
  },
)

const envelope = v.strictObject({
  name: described(shortText(40), 'Usual name, such as `C5`.'),
  w: described(side, 'Width in mm.'),
  h: described(side, 'Height in mm.'),
  window: described(
    v.nullable(v.strictObject(boxEntries)),
    'The area of page 1 that its window shows; null without a window.',
  ),
  play: described(mm(20), 'How far the folded piece may slide in each direction, in mm.'),
})

const id = v.pipe(v.string(), v.maxLength(40))

export const productEntry = namedStrictObject('CatalogueProduct', 'A kind of mail that can be ordered.', {
  ...entryFields,
  id: described(v.optional(id), 'Id of an existing product; if absent, the instance assigns one.'),
  name,
  kind: described(v.picklist(['POSTCARD', 'LETTER']), 'Kind of mail.'),
  description: described(
    v.pipe(v.string(), v.maxLength(limits.descriptionLength)),
    'Description for customers.',
  ),
  sortOrder: described(
    v.pipe(integer, v.minValue(0), v.maxValue(1_000_000)),
    'Position in lists, in ascending order.',
  ),
})
export type ProductEntry = v.InferOutput<typeof productEntry>

const insert = v.strictObject({
  key: described(key, 'Key of the insert in this specification.'),
  name,
  grams: described(v.pipe(v.number(), v.minValue(0), v.maxValue(2000)), 'Weight in grams.'),
})

export const specificationEntry = namedStrictObject(
  'CatalogueSpecification',
  'A way in which a product is made.',
  {
    ...entryFields,
    id: described(v.optional(id), 'Id of an existing specification; if absent, the instance assigns one.'),
    product: described(key, 'Key of its product.'),
    name,
    format: described(shortText(40), 'The usual name of the format, such as `A6`.'),
    sheet: described(sheet, 'The sheet that is printed.'),
    stock: described(key, 'Key of its stock.'),
    fold: described(v.picklist(folds), 'How the piece is folded.'),
    envelope: described(v.nullable(envelope), 'The envelope; null if the piece is posted as it is.'),
    finishing: described(
      v.optional(listOf(shortText(60), limits.finishing)),
      'Finishing of a piece after printing, besides its fold.',
    ),
    inserts: described(
      v.optional(listOf(insert, limits.inserts)),
      'Inserts in the envelope besides the piece.',
    ),
    extras: described(
      v.optional(listOf(key, limits.extras)),
      'Keys of surcharges in price lists that apply to every piece.',
    ),
    calendar: described(key, 'Key of the calendar that says when its runs close.'),
    countryZones: described(key, 'Key of the country zones used for its prices.'),
    postage: described(
      v.optional(v.nullable(key)),
      'Key of its postage product; null where the printer franks.',
    ),
    productionDays: described(
      v.pipe(integer, v.minValue(0), v.maxValue(60)),
      'Working days from the cutoff until the carrier receives it.',
    ),
    deliveryDays: described(
      v.pipe(integer, v.minValue(0), v.maxValue(60)),
      'Working days from hand-over to the carrier until delivery.',
    ),
  },
)
export type SpecificationEntry = v.InferOutput<typeof specificationEntry>

export const stockEntry = namedStrictObject('CatalogueStock', 'A paper that products are printed on.', {
  ...entryFields,
  name,
  gsm: described(v.pipe(integer, v.minValue(30), v.maxValue(1000)), 'Weight in grams per square metre.'),
  coated: described(v.boolean(), 'Whether its surface is coated.'),
  colourProfile: described(shortText(60), 'Colour profile for printing, the id of a platform asset.'),
  maxInkPercent: described(
    v.pipe(integer, v.minValue(100), v.maxValue(400)),
    'Maximum ink coverage, as the sum of the four plates in percent.',
  ),
})
export type StockEntry = v.InferOutput<typeof stockEntry>

export const postageEntry = namedStrictObject('CataloguePostage', 'A postage product of a carrier.', {
  ...entryFields,
  carrier: described(shortText(60), 'Name of the carrier.'),
  name,
  indicia: described(
    v.nullable(shortText(200)),
    'Text printed in the postage zone of a sheet, one line each; null if the printer or carrier franks.',
  ),
  costCents: described(v.nullable(cents), 'The carrier’s charge for a piece in cents; null if unknown.'),
})
export type PostageEntry = v.InferOutput<typeof postageEntry>

const days = described(listOf(day, limits.days), 'Days as `YYYY-MM-DD`.')

const holidaySource = namedStrictObject(
  'CatalogueHolidays',
  'Holidays of a country or of one of its regions.',
  {
    country: described(country, 'Country (ISO 3166-1 alpha-2).'),
    region: described(v.optional(shortText(20)), 'Code of a region, such as `BY` or `BY/A`.'),
    types: described(
      v.optional(listOf(v.picklist(['public', 'bank', 'school', 'optional', 'observance']), 5)),
      'Kinds of holidays; `public` by default.',
    ),
  },
)

export const calendarEntry = namedStrictObject('CatalogueCalendar', 'A schedule of cutoffs.', {
  ...entryFields,
  name,
  cron: described(shortText(100), 'The schedule as a cron expression, e.g. `0 10 * * 1-5`.'),
  timeZone: described(shortText(60), 'Time zone of the schedule (IANA).'),
  holidays: described(
    v.optional(listOf(holidaySource, limits.holidaySources)),
    'Holidays without a cutoff, loaded for the coming years.',
  ),
  closedOn: described(v.optional(days), 'Days without a cutoff, besides holidays.'),
  openOn: described(v.optional(days), 'Days with a cutoff, even if they are holidays.'),
})
export type CalendarEntry = v.InferOutput<typeof calendarEntry>

export const countryZonesEntry = namedStrictObject(
  'CatalogueCountryZones',
  'Countries grouped by price. The first zone that contains a country applies.',
  {
    ...entryFields,
    name,
    origin: described(
      v.union([v.literal('organisation'), country]),
      'Country that the mail is sent from, or `organisation` for the country of each organisation.',
    ),
    zones: described(
      v.pipe(
        v.array(
          v.strictObject({
            code: described(key, 'Code used in price lists.'),
            name,
            countries: described(
              v.union([
                v.picklist(['*', 'origin']),
                v.pipe(v.array(country), v.minLength(1), v.maxLength(300)),
              ]),
              'Countries (ISO 3166-1 alpha-2); `*`: every country; `origin`: the country that the mail is sent from.',
            ),
            fromWithinOnly: described(
              v.optional(v.boolean()),
              'Applies only to mail sent from one of these countries.',
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(limits.zones),
      ),
      'The zones, in the order in which they are tried.',
    ),
    elsewhere: described(
      v.optional(v.literal('REFUSED')),
      'Whether mail to countries without a zone is refused. If absent, every country needs a zone.',
    ),
  },
)
export type CountryZonesEntry = v.InferOutput<typeof countryZonesEntry>

export const priceLine = namedStrictObject(
  'CataloguePriceLine',
  'Price of a piece of a specification in a country zone.',
  {
    specification: described(key, 'Key of the specification.'),
    zone: described(key, 'Code of one of its country zones.'),
    steps: described(
      v.pipe(
        v.array(
          v.strictObject({
            from: described(
              v.pipe(integer, v.minValue(1), v.maxValue(10_000_000)),
              'Minimum number of pieces of a Postbatch; the first step begins at 1.',
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
          included: described(pageCount, 'Number of sheets included in the steps.'),
          extraCents: described(cents, 'Price of each further sheet in cents, net of VAT.'),
        }),
      ),
      'Surcharge for further sheets; if absent, sheets cost nothing.',
    ),
  },
)
export type PriceLineEntry = v.InferOutput<typeof priceLine>

const priceListFields = {
  ...entryFields,
  name,
  currency: described(
    v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    'Currency of its prices (ISO 4217), the same as that of the instance.',
  ),
  validFrom: described(day, 'First day of validity, in the time zone of the paying organisation.'),
  organisation: described(
    v.optional(v.nullable(id)),
    'The organisation that it applies to; null or absent for all.',
  ),
  extras: described(
    v.optional(
      listOf(
        v.strictObject({
          extra: described(key, 'Key of the surcharge, as specifications name it.'),
          name,
          priceCents: described(cents, 'Price for a piece in cents, net of VAT.'),
        }),
        limits.priceExtras,
      ),
    ),
    'Surcharges.',
  ),
}
export const priceListEntry = namedStrictObject('CataloguePriceList', 'Prices that are valid from a day.', {
  ...priceListFields,
  lines: described(listOf(priceLine, limits.priceLines), 'Prices by specification and zone.'),
})
export type PriceListEntry = v.InferOutput<typeof priceListEntry>

/** A price list with unchecked lines: they are checked in slices, because there may be thousands. */
export const priceListHead = v.strictObject({
  ...priceListFields,
  lines: v.pipe(v.array(v.unknown()), v.maxLength(limits.priceLines)),
})

export const currencyCode = named('CurrencyCode', 'ISO 4217.', v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)))

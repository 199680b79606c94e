import * as v from 'valibot'
import { knownCountry } from '../../address/schema.ts'
import { boxEntries, boxSchema } from '../../kernel/finding.ts'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { folds } from '../../model/products.ts'
import { priceZone as zone } from '../../model/wire-enums.ts'
import { type PreflightRule, preflightDefaults, preflightSeverities } from '../../template/preflight-rules.ts'
import { plexes, sheetZoneKinds } from '../../template/sheet.ts'

const severities = v.picklist(preflightSeverities)
const severityOf = (rule: PreflightRule, what: string) =>
  described(v.optional(severities), `${what} If absent: \`${preflightDefaults[rule]}\`.`)

/** How bad what is found before printing is, rule by rule: in a catalogue file and in a product's answer. */
export const preflightEntries = {
  ink_total: severityOf('ink_total', 'More ink than the paper takes.'),
  small_text_inks: severityOf('small_text_inks', 'Small text in several inks.'),
  hairline: severityOf('hairline', 'Lines that are too thin.'),
  white_overprint: severityOf('white_overprint', 'White in a PDF that is set to overprint.'),
  bleed_missing: severityOf('bleed_missing', 'A page of a PDF without bleed.'),
  small_text_tint: severityOf('small_text_tint', 'Small text in less than a full ink.'),
  rich_black: severityOf('rich_black', 'Black text and lines of four inks.'),
  rgb_object: severityOf('rgb_object', 'What a PDF paints in RGB.'),
  rgb_image: severityOf('rgb_image', 'Pictures in RGB.'),
  low_resolution: severityOf('low_resolution', 'Pictures within a PDF that have few dots.'),
  transparency_space: severityOf('transparency_space', 'Transparency that is not blended in inks.'),
} satisfies Record<PreflightRule, unknown>

const zoneSchema = namedObject(
  'SheetZone',
  'A rectangle of the sheet that is reserved, in mm from the top left corner of the trimmed page.',
  {
    kind: described(
      v.picklist(sheetZoneKinds),
      'What the rectangle is for. `mark`: the DataMatrix that says to whom a sheet belongs; `clear` and the carrier’s zones stay free of print.',
    ),
    page: described(integer, 'Page that it is on, counted from 1.'),
    everySheet: described(
      v.optional(v.boolean()),
      'True if it is on the same side of every further sheet of a piece too; absent: on this page alone.',
    ),
    ...boxEntries,
  },
)

export const specificationSchema = namedObject(
  'ProductSpecification',
  'One way in which a product is made: sheet, zones, paper, prices and cutoffs.',
  {
    id: described(v.string(), 'The specification, `psp_…`.'),
    productId: fields.productId,
    name: described(v.string(), 'Name for people.'),
    format: described(v.string(), 'Paper format, e.g. `A6`.'),
    sheet: described(
      v.object({
        trim: described(
          v.object({ w: described(v.number(), 'Width in mm.'), h: described(v.number(), 'Height in mm.') }),
          'Size of a page as it is cut.',
        ),
        bleed: described(v.number(), 'How far pictures reach beyond the cut, in mm.'),
        safe: described(v.number(), 'Distance from the cut that text keeps, in mm.'),
        plex: described(
          v.picklist(plexes),
          'How its sides are printed. On a duplex sheet every piece takes an even number of pages; an empty one is added if its last is missing.',
        ),
        pages: described(
          v.object({ min: described(integer, 'The fewest.'), max: described(integer, 'The most.') }),
          'How many pages a piece may have.',
        ),
        zones: described(v.array(zoneSchema), 'Rectangles that are reserved.'),
        indicia: described(
          v.optional(v.string()),
          'What is printed into its `postage` zones, line by line; absent where the printer or the carrier franks.',
        ),
        colourProfile: described(v.string(), 'Colour profile of the print (a platform asset).'),
        maxInkPercent: described(
          v.optional(v.number()),
          'The most ink that its paper takes, as the sum of the four inks in percent. Absent: 330.',
        ),
        trayPieces: described(
          v.optional(integer),
          'How many pieces a tray of the mail house holds. Absent: a tray ends with its country or its file only.',
        ),
        preflight: described(
          v.optional(v.object(preflightEntries)),
          'How bad what is found before printing is for this product; a rule that is absent is as bad as for all.',
        ),
      }),
      'What is printed on.',
    ),
    paper: described(
      v.object({
        name: described(v.string(), 'Name for people.'),
        gsm: described(integer, 'Weight in grams per square metre.'),
      }),
      'The paper.',
    ),
    fold: described(
      v.picklist(folds),
      'How the piece is folded. `half`: once across, the top half of page 1 outside; `third`: twice across, its top third outside.',
    ),
    envelope: described(
      v.nullable(
        v.object({
          name: described(v.string(), 'Name for people.'),
          w: described(v.number(), 'Width in mm.'),
          h: described(v.number(), 'Height in mm.'),
          window: described(v.nullable(boxSchema), 'What its window shows of page 1; null without a window.'),
          play: described(v.number(), 'How far the folded piece may slide in every direction, in mm.'),
        }),
      ),
      'The envelope; null if the piece is posted as it is.',
    ),
    prices: described(
      v.array(
        v.object({
          zone: described(zone, 'Where the piece goes, seen from the organisation’s country.'),
          priceCents: described(integer, 'Price in cents, net of VAT.'),
        }),
      ),
      'Price of a piece by zone.',
    ),
    currency: fields.currency,
    cutoff: described(
      v.object({
        cron: described(v.string(), 'The schedule as a cron expression, e.g. `0 10 * * 1-5`.'),
        timeZone: described(v.string(), 'Time zone of the schedule (IANA).'),
        holidays: described(v.array(v.string()), 'Days without a cutoff, `YYYY-MM-DD`.'),
      }),
      'When runs close.',
    ),
    nextCutoffAt: described(
      v.nullable(dateTime),
      'When the next run closes, RFC 3339 in UTC, on the clock of the caller’s mode; null if none will.',
    ),
    productionDays: described(integer, 'Working days from the cutoff until the carrier gets it.'),
    deliveryDays: described(integer, 'Working days from then until it is in the letterbox.'),
    active: described(v.boolean(), 'Whether new templates can be made for it.'),
  },
)
export type SpecificationWire = v.InferOutput<typeof specificationSchema>

const productEntries = {
  id: described(v.string(), 'The product, `prd_…`.'),
  name: described(v.string(), 'Name for people.'),
  kind: described(
    named(
      'ProductKind',
      '`POSTCARD`: posted as it is; `LETTER`: may be folded and enveloped.',
      v.picklist(['POSTCARD', 'LETTER']),
    ),
    'What it is.',
  ),
  description: described(v.string(), 'What it is, for people.'),
  active: described(v.boolean(), 'Whether it is offered.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
}
export const productSchema = namedObject('Product', 'A kind of mail that can be sent.', productEntries)
export const productDetailSchema = namedObject('ProductDetail', 'A product with its specifications.', {
  ...productEntries,
  specifications: described(v.array(specificationSchema), 'The ways in which it is made.'),
})

export const productParams = v.strictObject({ id: described(v.string(), 'The product, `prd_…`.') })

export const priceInput = namedStrictObject('PriceQuery', 'How many pieces go to which country.', {
  productSpecificationId: described(v.pipe(v.string(), v.maxLength(40)), 'What is produced, `psp_…`.'),
  quantities: described(
    v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            country: described(knownCountry, 'Country that they go to (ISO 3166-1 alpha-2).'),
            quantity: described(
              v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
              'How many pieces.',
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(250),
      ),
    ),
    'Pieces by country; if absent, one piece to the organisation’s own country. Quantity steps count all of them, as a Postbatch does.',
  ),
  pages: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    'Pages of a piece, where sheets cost extra; if absent, the fewest that the specification takes.',
  ),
})

export const priceSchema = namedObject('Price', 'What pieces cost.', {
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  currency: fields.currency,
  lines: described(
    v.array(
      v.object({
        country: described(v.string(), 'Country that they go to (ISO 3166-1 alpha-2).'),
        zone: described(zone, 'Its price zone, seen from the organisation’s country.'),
        quantity: described(integer, 'How many pieces.'),
        unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
        amountCents: described(integer, 'Price of the line in cents, net of VAT.'),
      }),
    ),
    'One line for each country that was asked for.',
  ),
  quantity: described(integer, 'How many pieces there are in all.'),
  subtotalCents: described(integer, 'In cents, net of VAT.'),
  vatRate: fields.vatRate,
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'In cents, with VAT.'),
})

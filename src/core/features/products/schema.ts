import * as v from 'valibot'
import { knownCountry } from '../../address/schema.ts'
import { boxEntries, boxSchema } from '../../kernel/finding.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { folds } from '../../model/products.ts'
import { priceZone as zone } from '../../model/wire-enums.ts'
import { type PreflightRule, preflightDefaults, preflightSeverities } from '../../template/preflight-rules.ts'
import { plexes, sheetZoneKinds } from '../../template/sheet.ts'

const severities = v.picklist(preflightSeverities)
const severityOf = (rule: PreflightRule, what: string) =>
  described(v.optional(severities), `${what} If absent: \`${preflightDefaults[rule]}\`.`)

/** Part of a catalogue file and of the wire form of a product. */
export const preflightEntries = {
  ink_total: severityOf('ink_total', 'Ink coverage above the limit of the paper.'),
  small_text_inks: severityOf('small_text_inks', 'Small text in several inks.'),
  hairline: severityOf('hairline', 'Lines that are too thin.'),
  white_overprint: severityOf('white_overprint', 'White set to overprint in a PDF.'),
  bleed_missing: severityOf('bleed_missing', 'A page of a PDF without bleed.'),
  small_text_tint: severityOf('small_text_tint', 'Small text in a tint.'),
  rich_black: severityOf('rich_black', 'Black text and lines in four inks.'),
  rgb_object: severityOf('rgb_object', 'RGB objects in a PDF.'),
  rgb_image: severityOf('rgb_image', 'RGB images.'),
  low_resolution: severityOf('low_resolution', 'Images in a PDF with a low resolution.'),
  transparency_space: severityOf(
    'transparency_space',
    'Transparency blended in a colour space other than CMYK.',
  ),
} satisfies Record<PreflightRule, unknown>

const zoneSchema = namedObject(
  'SheetZone',
  'A reserved rectangle of the sheet, in mm from the top left corner of the trimmed page.',
  {
    kind: described(
      v.picklist(sheetZoneKinds),
      'Purpose of the rectangle. `mark`: the DataMatrix that identifies a sheet; `clear` and the carrier’s zones stay free of print.',
    ),
    page: described(integer, 'Page number, counted from 1.'),
    everySheet: described(
      v.optional(v.boolean()),
      'Whether it is repeated on the same side of every further sheet of a piece; if absent, it is on this page only.',
    ),
    ...boxEntries,
  },
)

export const specificationSchema = namedObject(
  'ProductSpecification',
  'A way in which a product is made: sheet, zones, paper, prices and cutoffs.',
  {
    id: described(v.string(), 'Id of the specification, `psp_…`.'),
    productId: fields.productId,
    name: described(v.string(), 'Display name.'),
    format: described(v.string(), 'Paper format, e.g. `A6`.'),
    sheet: described(
      v.object({
        trim: described(
          v.object({ w: described(v.number(), 'Width in mm.'), h: described(v.number(), 'Height in mm.') }),
          'Size of a trimmed page.',
        ),
        bleed: described(v.number(), 'How far images extend beyond the trim, in mm.'),
        safe: described(v.number(), 'Distance that text keeps from the trim, in mm.'),
        plex: described(
          v.picklist(plexes),
          'Which sides are printed. On a duplex sheet every piece has an even number of pages; an empty last page is added if necessary.',
        ),
        pages: described(
          v.object({ min: described(integer, 'Minimum.'), max: described(integer, 'Maximum.') }),
          'Number of pages that a piece may have.',
        ),
        zones: described(v.array(zoneSchema), 'Reserved rectangles.'),
        indicia: described(
          v.optional(v.string()),
          'Text printed in its `postage` zones, one line each; absent if the printer or carrier franks.',
        ),
        colourProfile: described(v.string(), 'Colour profile for printing (a platform asset).'),
        maxInkPercent: described(
          v.optional(v.number()),
          'Maximum ink coverage of its paper, as the sum of the four inks in percent. Absent: 330.',
        ),
        trayPieces: described(
          v.optional(integer),
          'Pieces per tray of the mail house. Absent: a tray ends only with its country or file.',
        ),
        preflight: described(
          v.optional(v.object(preflightEntries)),
          'Severity of each preflight rule for this product. A rule that is absent has the default severity.',
        ),
      }),
      'The sheet that is printed.',
    ),
    paper: described(
      v.object({
        name: described(v.string(), 'Display name.'),
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
          name: described(v.string(), 'Display name.'),
          w: described(v.number(), 'Width in mm.'),
          h: described(v.number(), 'Height in mm.'),
          window: described(
            v.nullable(boxSchema),
            'The area of page 1 that its window shows; null without a window.',
          ),
          play: described(v.number(), 'How far the folded piece may slide in each direction, in mm.'),
        }),
      ),
      'The envelope; null if the piece is posted as it is.',
    ),
    prices: described(
      v.array(
        v.object({
          zone: described(zone, 'Price zone of the destination, relative to the organisation’s country.'),
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
      'Schedule of cutoffs.',
    ),
    nextCutoffAt: described(
      v.nullable(dateTime),
      'Next cutoff (RFC 3339, UTC) on the clock of the caller’s mode; null if there is none.',
    ),
    productionDays: described(integer, 'Working days from the cutoff until the carrier receives it.'),
    deliveryDays: described(integer, 'Working days from hand-over to the carrier until delivery.'),
    active: described(v.boolean(), 'Whether new templates can be made for it.'),
  },
)
export type SpecificationWire = v.InferOutput<typeof specificationSchema>

const productEntries = {
  id: described(v.string(), 'Id of the product, `prd_…`.'),
  name: described(v.string(), 'Display name.'),
  kind: described(
    named(
      'ProductKind',
      '`POSTCARD`: posted as it is; `LETTER`: may be folded and enveloped.',
      v.picklist(['POSTCARD', 'LETTER']),
    ),
    'Kind of mail.',
  ),
  description: described(v.string(), 'Description for customers.'),
  active: described(v.boolean(), 'Whether it is available.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
}
export const productSchema = namedObject('Product', 'A kind of mail that can be ordered.', productEntries)
export const productDetailSchema = namedObject('ProductDetail', 'A product with its specifications.', {
  ...productEntries,
  specifications: described(v.array(specificationSchema), 'Its specifications.'),
})

export const productParams = v.strictObject({ id: described(v.string(), 'Id of the product, `prd_…`.') })

export const priceInput = namedStrictObject('PriceQuery', 'A number of pieces to one country.', {
  productSpecificationId: described(v.pipe(v.string(), v.maxLength(40)), 'Id of the specification, `psp_…`.'),
  quantities: described(
    v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            country: described(knownCountry, 'Destination country (ISO 3166-1 alpha-2).'),
            quantity: described(
              v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
              'Number of pieces.',
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(250),
      ),
    ),
    'Pieces by country; if absent, one piece to the organisation’s own country. Quantity steps count all of them, as for a Postbatch.',
  ),
  pages: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    'Pages of a piece, if sheets cost extra; by default the minimum of the specification.',
  ),
})

export const priceSchema = namedObject('Price', 'Price of a number of pieces.', {
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  currency: fields.currency,
  lines: described(
    v.array(
      v.object({
        country: described(v.string(), 'Destination country (ISO 3166-1 alpha-2).'),
        zone: described(zone, 'Its price zone, relative to the organisation’s country.'),
        quantity: described(integer, 'Number of pieces.'),
        unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
        amountCents: described(integer, 'Price of the line in cents, net of VAT.'),
      }),
    ),
    'A line for each requested country.',
  ),
  quantity: described(integer, 'Total number of pieces.'),
  subtotalCents: described(integer, 'In cents, net of VAT.'),
  vatRate: fields.vatRate,
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'In cents, including VAT.'),
})

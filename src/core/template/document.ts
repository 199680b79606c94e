import * as v from 'valibot'
import { described, named, namedStrictObject } from '../kernel/wire-schema.ts'
import { limits } from './limits.ts'
import { documentRuleSentences } from './sentences.ts'

const mm = v.pipe(v.number(), v.finite(), v.minValue(limits.positionMinMm), v.maxValue(limits.positionMaxMm))
const lengthMm = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(limits.sizeMinMm),
  v.maxValue(limits.positionMaxMm),
)
const strokeMm = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(limits.strokeMinMm),
  v.maxValue(limits.strokeMaxMm),
)
const fontSizePt = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(limits.fontSizeMinPt),
  v.maxValue(limits.fontSizeMaxPt),
)
export const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.idLength))

/** The name of a merge field, as in a tag: `firstName`, `order_number`. */
export const variableName = v.pipe(
  v.string(),
  v.maxLength(limits.nameLength),
  v.regex(/^[A-Za-z][A-Za-z0-9_]*$/, documentRuleSentences.message('invalid_format.variable_name')),
)
export const colourName = v.pipe(
  v.string(),
  v.maxLength(limits.nameLength),
  v.regex(/^[a-z][a-z0-9-]*$/, documentRuleSentences.message('invalid_format.colour_name')),
)

/** A text for users and editors, which is never printed. */
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.labelLength))

const condition = namedStrictObject(
  'ShowIf',
  'Shows the element only if a merge field meets the condition. A field that an item does not provide counts as empty text.',
  {
    var: described(variableName, 'Name of the merge field.'),
    op: described(
      v.picklist(['eq', 'ne', 'empty', 'notEmpty']),
      '`eq`: is `value`; `ne`: is not; `empty`: is empty or missing; `notEmpty`: is neither.',
    ),
    value: described(
      v.optional(v.pipe(v.string(), v.maxLength(limits.variableMaxLength)), ''),
      'The text to compare with, for `eq` and `ne`.',
    ),
  },
)

const common = {
  id: described(
    v.optional(reference),
    'Name of the element for messages and editors; unique within the document if given.',
  ),
  name: described(
    v.optional(label),
    'Display name of the element in editors, e.g. `Headline`; several may have the same. Not printed.',
  ),
  group: described(
    v.optional(label),
    'Group of the element in editors: elements of a page with the same text belong together. Not printed.',
  ),
  showIf: described(
    v.optional(condition),
    'Shows the element only on pieces that meet this condition; on all pieces if absent.',
  ),
}
const box = {
  x: described(mm, 'Left edge, in mm from the left of the trimmed page; negative in the bleed.'),
  y: described(mm, 'Upper edge, in mm from the top of the trimmed page; negative in the bleed.'),
  w: described(lengthMm, 'Width in mm.'),
  h: described(lengthMm, 'Height in mm.'),
}

const typography = {
  font: described(reference, 'Id of one of the document’s `fonts`.'),
  size: described(fontSizePt, 'Font size in points (1/72 inch).'),
  minSize: described(
    v.optional(fontSizePt),
    'Smallest font size in points that `overflow: shrink` may use; `size` if absent, so that text does not shrink.',
  ),
  lineHeight: described(
    v.optional(v.pipe(v.number(), v.minValue(limits.lineHeightMin), v.maxValue(limits.lineHeightMax)), 1.25),
    'Distance between lines as a multiple of the font size.',
  ),
}

export const textElement = namedStrictObject(
  'TextElement',
  'A block of text. Its `text` may contain tags such as `{{firstName | "customer"}}`.',
  {
    type: described(v.literal('text'), 'The kind of element.'),
    ...common,
    ...box,
    ...typography,
    text: described(
      v.pipe(v.string(), v.maxLength(limits.textLength)),
      'The text. Tags `{{name}}` are replaced by merge fields of the item; `{{name | "default"}}` prints the default if the field is missing or blank; a tag without a default makes the field required. Built-in: `{{recipientName}}` (the person, or else the company), `{{salutation}}` (composed from the name and the merge fields `letterSalutation`, `salutation`, `title`, `sex`, `firstName`, `lastName` and `language`), `{{trackingUrl}}` and `{{optOutUrl}}`. A line feed starts a paragraph. E.g. `Dear {{firstName | "customer"}},`.',
    ),
    color: described(
      v.optional(colourName, 'black'),
      'A name of the document’s `colors`, or `black` (the black plate alone) or `white`.',
    ),
    align: described(
      v.optional(v.picklist(['start', 'end', 'left', 'center', 'right']), 'start'),
      'Alignment of lines. `start` and `end` follow the writing direction of each paragraph.',
    ),
    verticalAlign: described(
      v.optional(v.picklist(['top', 'middle', 'bottom']), 'top'),
      'Vertical position of text that does not fill its box.',
    ),
    overflow: described(
      v.optional(v.picklist(['shrink', 'clip', 'error']), 'error'),
      'What happens to text that does not fit: `shrink` reduces the size down to `minSize`, `clip` cuts it off, `error` is a finding.',
    ),
  },
)

export const imageElement = namedStrictObject('ImageElement', 'An uploaded picture.', {
  type: described(v.literal('image'), 'The kind of element.'),
  ...common,
  ...box,
  asset: described(reference, 'The uploaded picture, `ast_…`.'),
  fit: described(
    v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
    '`cover` fills the box and crops, `contain` shows all of it, `fill` stretches.',
  ),
})

export const addressElement = namedStrictObject(
  'AddressElement',
  'The recipient’s address, printed in the address zone of the product’s sheet. Lines that are too wide are divided before text shrinks; it never shrinks below 8 pt.',
  {
    type: described(v.literal('address'), 'The kind of element.'),
    ...common,
    ...typography,
    zone: described(v.literal('product'), 'Always `product`: the address zone of the product’s sheet.'),
    mark: described(
      v.optional(v.picklist(['kix', 'none']), 'none'),
      '`kix` prints the Dutch carrier’s KIX barcode with the address; `none` prints none.',
    ),
  },
)

export const qrElement = namedStrictObject(
  'QrElement',
  'A QR code in black. Its box includes the quiet zone.',
  {
    type: described(v.literal('qr'), 'The kind of element.'),
    ...common,
    x: described(mm, 'Left edge, in mm from the left of the trimmed page.'),
    y: described(mm, 'Upper edge, in mm from the top of the trimmed page.'),
    size: described(
      v.pipe(v.number(), v.minValue(limits.qrSizeMinMm), v.maxValue(limits.qrSizeMaxMm)),
      'Width and height in mm, with the quiet zone.',
    ),
    content: described(
      v.pipe(v.string(), v.minLength(1), v.maxLength(limits.qrContentLength)),
      'Content of the code: usually `{{trackingUrl}}` or `{{optOutUrl}}`, or any text with tags.',
    ),
    errorCorrection: described(
      v.optional(v.picklist(['low', 'medium', 'quartile', 'high']), 'medium'),
      'How much damage the code survives: `low` 7 %, `medium` 15 %, `quartile` 25 %, `high` 30 %.',
    ),
    quietZone: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.qrQuietZoneMaxModules)), 4),
      'White margin inside the box on each side, in modules.',
    ),
    background: described(
      v.optional(v.picklist(['white', 'none']), 'white'),
      '`white` paints the box first, so that the code can be placed on a picture.',
    ),
  },
)

const painted = {
  fill: described(
    v.optional(colourName),
    'Fill colour, a name of `colors`, `black` or `white`. Absent: not filled.',
  ),
  stroke: described(
    v.optional(colourName),
    'Outline colour, a name of `colors`, `black` or `white`. Absent: no outline.',
  ),
  strokeWidth: described(v.optional(strokeMm, 0.25), 'Width of the outline in mm.'),
}
export const rectElement = namedStrictObject('RectElement', 'A rectangle, filled, outlined or both.', {
  type: described(v.literal('rect'), 'The kind of element.'),
  ...common,
  ...box,
  ...painted,
  radius: described(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(limits.trimMaxMm)), 0),
    'Radius of the corners in mm; 0: square.',
  ),
})
export const ellipseElement = namedStrictObject(
  'EllipseElement',
  'An ellipse that touches the four sides of its box.',
  { type: described(v.literal('ellipse'), 'The kind of element.'), ...common, ...box, ...painted },
)
export const lineElement = namedStrictObject('LineElement', 'A straight line between two points.', {
  type: described(v.literal('line'), 'The kind of element.'),
  ...common,
  x1: described(mm, 'Start, in mm from the left of the trimmed page.'),
  y1: described(mm, 'Start, in mm from the top of the trimmed page.'),
  x2: described(mm, 'End, in mm from the left of the trimmed page.'),
  y2: described(mm, 'End, in mm from the top of the trimmed page.'),
  stroke: described(
    v.optional(colourName, 'black'),
    'Colour, a name of the document’s `colors`, `black` or `white`.',
  ),
  strokeWidth: described(v.optional(strokeMm, 0.25), 'Width in mm.'),
})

export const pdfElement = namedStrictObject(
  'PdfElement',
  'One page of an uploaded PDF, stretched over the box: a finished design as background.',
  {
    type: described(v.literal('pdf'), 'The kind of element.'),
    ...common,
    ...box,
    asset: described(reference, 'The uploaded PDF, `ast_…`.'),
    page: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
      'Page of the PDF, from 1.',
    ),
  },
)

export const element = named(
  'TemplateElement',
  'An element printed on a page.',
  v.variant('type', [
    textElement,
    imageElement,
    addressElement,
    qrElement,
    rectElement,
    lineElement,
    ellipseElement,
    pdfElement,
  ]),
)
export type ShowIf = v.InferOutput<typeof condition>

const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

export const templateLocale = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
)

export const variableSchema = namedStrictObject(
  'TemplateVariable',
  'A merge field for tags of the template.',
  {
    type: described(
      v.optional(v.picklist(['text', 'integer', 'decimal', 'money', 'date', 'url']), 'text'),
      'Type of the value: `text`; `integer`: digits; `decimal` and `money`: digits with a point, `1234.50`; `date`: `YYYY-MM-DD`; `url`: a web address. Values of items are checked against it.',
    ),
    label: described(
      v.optional(label),
      'Display name for users, e.g. `First name`; the name of the field if absent. Not printed.',
    ),
    currency: described(
      v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
      'For `money`: the printed currency (ISO 4217); `EUR` if absent.',
    ),
    decimals: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.variableDecimals))),
      'For `decimal` and `money`: digits after the decimal sign. Items may have fewer. If absent, those of the currency, or as many as the item has.',
    ),
    format: described(
      v.optional(v.picklist(['short', 'medium', 'long', 'full'])),
      'For `date`: the printed form in the language of the document, e.g. `1 maart 2026` for `long`. Printed unchanged if absent.',
    ),
    maxLength: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.variableMaxLength)), 200),
      'Longest value, in characters (Unicode code points).',
    ),
    sample: described(
      v.optional(v.pipe(v.string(), v.maxLength(limits.variableMaxLength)), ''),
      'Printed in previews and used by checks before publication. If empty, an example of the type is used.',
    ),
  },
)

/**
 * Drafts of a document can be edited, versions are frozen (docs/design-templates.md). Lengths are mm from the
 * top left of the trim; font sizes are points. Zones belong to the product's sheet.
 */
export const templateDocument = namedStrictObject(
  'TemplateDocument',
  'The design of a piece of mail. All lengths are mm from the top left corner of the trimmed page; font sizes are points. Zones (address, postage, coding) belong to the product’s sheet and are not part of it.',
  {
    schema: described(v.literal(1), 'Version of this shape; 1.'),
    trim: described(
      namedStrictObject('TrimSize', 'Width and height of the trimmed page in mm.', {
        w: described(
          v.pipe(v.number(), v.minValue(limits.trimMinMm), v.maxValue(limits.trimMaxMm)),
          'Width in mm.',
        ),
        h: described(
          v.pipe(v.number(), v.minValue(limits.trimMinMm), v.maxValue(limits.trimMaxMm)),
          'Height in mm.',
        ),
      }),
      'Size of a page after cutting.',
    ),
    bleed: described(
      v.pipe(v.number(), v.minValue(0), v.maxValue(limits.bleedMaxMm)),
      'Extent of pictures beyond the cut, in mm.',
    ),
    safe: described(
      v.pipe(v.number(), v.minValue(0), v.maxValue(limits.safeMaxMm)),
      'Minimum distance of text from the cut, in mm.',
    ),
    fonts: described(
      v.pipe(
        v.array(
          namedStrictObject('TemplateFont', 'A font that the document uses.', {
            id: described(
              reference,
              'Name used by elements. Without `asset`, the id of a platform font, e.g. `noto-sans`.',
            ),
            asset: described(v.optional(reference), 'An uploaded font, `ast_…`; absent for a platform font.'),
            weight: described(
              v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
              'Weight of an uploaded variable font, e.g. 700; its default if absent.',
            ),
          }),
        ),
        v.maxLength(limits.fonts),
      ),
      'The fonts that elements name.',
    ),
    locale: described(
      templateLocale,
      'Language of the texts (BCP 47), e.g. `nl-NL`. Selects language-specific letterforms.',
    ),
    formality: described(
      v.optional(v.picklist(['formal', 'informal'])),
      'How `{{salutation}}` addresses recipients, in the language of `locale`: `formal` (`Dear Ms Smith`, the default) or `informal` (`Dear Anna`).',
    ),
    colors: described(
      v.optional(
        v.pipe(
          v.record(
            colourName,
            namedStrictObject('TemplateColor', 'A colour as ink.', {
              cmyk: described(
                v.tuple([percent, percent, percent, percent]),
                'Cyan, magenta, yellow and black, each in percent.',
              ),
            }),
          ),
          v.maxEntries(limits.colours),
        ),
        {},
      ),
      'Colours by name. `black` and `white` are built in.',
    ),
    variables: described(
      v.optional(v.pipe(v.record(variableName, variableSchema), v.maxEntries(limits.variables)), {}),
      'Merge fields for tags, by name.',
    ),
    pages: described(
      v.pipe(
        v.array(
          namedStrictObject(
            'TemplateDocumentPage',
            'One page of the piece; later elements are printed over earlier ones.',
            {
              side: described(v.picklist(['front', 'back']), 'Side of the sheet.'),
              elements: described(
                v.pipe(v.array(element), v.maxLength(limits.elementsPerPage)),
                'Elements in printing order: later ones cover earlier ones.',
              ),
            },
          ),
        ),
        v.minLength(1),
        v.maxLength(limits.pages),
      ),
      'The pages in order.',
    ),
  },
)

export type TemplateDocument = v.InferOutput<typeof templateDocument>
/** As callers may send it, without defaults. */
export type TemplateDocumentInput = v.InferInput<typeof templateDocument>
export type TemplatePage = TemplateDocument['pages'][number]
export type TemplateElement = TemplatePage['elements'][number]
export type ElementOf<Type extends TemplateElement['type']> = Extract<TemplateElement, { type: Type }>
export type TemplateVariable = v.InferOutput<typeof variableSchema>

/** Colours of every document. `black` is the black plate alone. */
export const builtInColours: Readonly<Record<string, readonly [number, number, number, number]>> = {
  black: [0, 0, 0, 100],
  white: [0, 0, 0, 0],
}

/** Inks in percent; undefined for unknown names. */
export const colourOf = (
  document: TemplateDocument,
  name: string,
): readonly [number, number, number, number] | undefined =>
  (Object.hasOwn(document.colors, name) ? document.colors[name]?.cmyk : undefined) ??
  (Object.hasOwn(builtInColours, name) ? builtInColours[name] : undefined)

export interface TemplateAsset {
  id: string
  /** `font`: a TrueType file of the template's own. */
  format: 'jpeg' | 'png' | 'pdf' | 'font'
}

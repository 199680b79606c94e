import * as v from 'valibot'
import { described, named, namedStrictObject } from '../kernel/wire-schema.ts'
import { limits } from './limits.ts'
import { documentRuleSentences } from './sentences.ts'

/** What stands on the pages of a template document, and when. */

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

/** `firstName`, `order_number`: what stands between the braces of a tag. */
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

const condition = namedStrictObject(
  'ShowIf',
  'Shows the element only if a merge field meets the condition. A field that an item does not bring counts as empty text.',
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
  showIf: described(
    v.optional(condition),
    'Shows the element only on pieces that meet this condition; absent: on all.',
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
    'Smallest font size in points that `overflow: shrink` may use; `size` if absent, which then cannot shrink.',
  ),
  lineHeight: described(
    v.optional(v.pipe(v.number(), v.minValue(limits.lineHeightMin), v.maxValue(limits.lineHeightMax)), 1.25),
    'Distance between lines as a multiple of the font size.',
  ),
}

export const textElement = namedStrictObject(
  'TextElement',
  'A block of text. Its `text` may hold tags such as `{{firstName | "customer"}}`.',
  {
    type: described(v.literal('text'), 'Tells the elements apart.'),
    ...common,
    ...box,
    ...typography,
    text: described(
      v.pipe(v.string(), v.maxLength(limits.textLength)),
      'The text. Tags `{{name}}` are replaced by merge fields of the item; `{{name | "default"}}` prints the default where the field is missing or blank; a tag without a default makes the field required. Built-in: `{{recipientName}}` (the person, or else the company), `{{salutation}}` (composed from the name and the merge fields `letterSalutation`, `salutation`, `title`, `sex`, `firstName`, `lastName` and `language`), `{{trackingUrl}}` and `{{optOutUrl}}`. A line feed starts a paragraph. E.g. `Dear {{firstName | "customer"}},`.',
    ),
    color: described(
      v.optional(colourName, 'black'),
      'A name of the document’s `colors`, or `black` (the black plate alone) or `white`.',
    ),
    align: described(
      v.optional(v.picklist(['start', 'end', 'left', 'center', 'right']), 'start'),
      'Where lines stand. `start` and `end` follow the writing direction of each paragraph.',
    ),
    verticalAlign: described(
      v.optional(v.picklist(['top', 'middle', 'bottom']), 'top'),
      'Where the text stands in its box if it does not fill it.',
    ),
    overflow: described(
      v.optional(v.picklist(['shrink', 'clip', 'error']), 'error'),
      'What happens to text that does not fit: `shrink` sets it smaller down to `minSize`, `clip` cuts it off, `error` is a finding.',
    ),
  },
)

export const imageElement = namedStrictObject('ImageElement', 'An uploaded picture.', {
  type: described(v.literal('image'), 'Tells the elements apart.'),
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
  'The recipient’s address, printed in the address zone of the product’s sheet, whose position the product decides. Lines that are too wide are divided before anything shrinks, and nothing shrinks below 8 pt.',
  {
    type: described(v.literal('address'), 'Tells the elements apart.'),
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
    type: described(v.literal('qr'), 'Tells the elements apart.'),
    ...common,
    x: described(mm, 'Left edge, in mm from the left of the trimmed page.'),
    y: described(mm, 'Upper edge, in mm from the top of the trimmed page.'),
    size: described(
      v.pipe(v.number(), v.minValue(limits.qrSizeMinMm), v.maxValue(limits.qrSizeMaxMm)),
      'Width and height in mm, with the quiet zone.',
    ),
    content: described(
      v.pipe(v.string(), v.minLength(1), v.maxLength(limits.qrContentLength)),
      'What the code says: usually `{{trackingUrl}}` or `{{optOutUrl}}`; any text with tags.',
    ),
    errorCorrection: described(
      v.optional(v.picklist(['low', 'medium', 'quartile', 'high']), 'medium'),
      'How much damage the code survives: `low` 7 %, `medium` 15 %, `quartile` 25 %, `high` 30 %.',
    ),
    quietZone: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.qrQuietZoneMaxModules)), 4),
      'White margin on every side inside the box, in modules.',
    ),
    background: described(
      v.optional(v.picklist(['white', 'none']), 'white'),
      '`white` paints the box first, so that the code can stand on a picture.',
    ),
  },
)

const painted = {
  fill: described(
    v.optional(colourName),
    'Colour of the inside, a name of `colors`, `black` or `white`; absent: not filled.',
  ),
  stroke: described(
    v.optional(colourName),
    'Colour of the outline, a name of `colors`, `black` or `white`; absent: no outline.',
  ),
  strokeWidth: described(v.optional(strokeMm, 0.25), 'Width of the outline in mm.'),
}
export const rectElement = namedStrictObject('RectElement', 'A rectangle, filled, outlined or both.', {
  type: described(v.literal('rect'), 'Tells the elements apart.'),
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
  { type: described(v.literal('ellipse'), 'Tells the elements apart.'), ...common, ...box, ...painted },
)
export const lineElement = namedStrictObject('LineElement', 'A straight line between two points.', {
  type: described(v.literal('line'), 'Tells the elements apart.'),
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
    type: described(v.literal('pdf'), 'Tells the elements apart.'),
    ...common,
    ...box,
    asset: described(reference, 'The uploaded PDF, `ast_…`.'),
    page: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
      'Page of that PDF, counted from 1.',
    ),
  },
)

export const element = named(
  'TemplateElement',
  'Something printed on a page; `type` says what.',
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

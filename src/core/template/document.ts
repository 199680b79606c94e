import * as v from 'valibot'
import { named, namedStrictObject } from '../kernel/wire-schema.ts'
import { limits } from './limits.ts'

/**
 * The template document (docs/design.md#template-document): what a designer saves and a version freezes. All
 * lengths are mm from the top left of the trim; font sizes are points. It says nothing about zones:
 * those belong to the product's sheet.
 */

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
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))
const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.idLength))

/** `firstName`, `order_number`: what stands between the braces of a tag. */
export const variableName = v.pipe(
  v.string(),
  v.maxLength(limits.nameLength),
  v.regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'A name begins with a letter and holds letters, digits and _ only.'),
)
const colourName = v.pipe(
  v.string(),
  v.maxLength(limits.nameLength),
  v.regex(/^[a-z][a-z0-9-]*$/, 'A colour name holds lower-case letters, digits and - only.'),
)

const condition = namedStrictObject(
  'ShowIf',
  'Shows the element only if a merge field meets the condition. A field that an item does not bring counts as empty text.',
  {
    var: variableName,
    op: v.picklist(['eq', 'ne', 'empty', 'notEmpty']),
    value: v.optional(v.pipe(v.string(), v.maxLength(limits.variableMaxLength)), ''),
  },
)

const common = {
  /** For messages and editors; unique within the document when given. */
  id: v.optional(reference),
  showIf: v.optional(condition),
}
const box = { x: mm, y: mm, w: lengthMm, h: lengthMm }

const typography = {
  font: reference,
  size: fontSizePt,
  /** Where `overflow: shrink` stops; defaults to `size`, which then cannot shrink. */
  minSize: v.optional(fontSizePt),
  /** Multiple of the font size. */
  lineHeight: v.optional(
    v.pipe(v.number(), v.minValue(limits.lineHeightMin), v.maxValue(limits.lineHeightMax)),
    1.25,
  ),
}

export const textElement = namedStrictObject(
  'TextElement',
  'A block of text. Its `text` may hold tags such as `{{firstName | "customer"}}`.',
  {
    type: v.literal('text'),
    ...common,
    ...box,
    ...typography,
    /** May hold tags: `Beste {{firstName | "klant"}},`. A line feed starts a paragraph. */
    text: v.pipe(v.string(), v.maxLength(limits.textLength)),
    /** A name of `colors`, `black` (K only) or `white`. */
    color: v.optional(colourName, 'black'),
    /** `start` and `end` follow the writing direction of each paragraph. */
    align: v.optional(v.picklist(['start', 'end', 'left', 'center', 'right']), 'start'),
    verticalAlign: v.optional(v.picklist(['top', 'middle', 'bottom']), 'top'),
    overflow: v.optional(v.picklist(['shrink', 'clip', 'error']), 'error'),
  },
)

export const imageElement = namedStrictObject('ImageElement', 'An uploaded picture.', {
  type: v.literal('image'),
  ...common,
  ...box,
  asset: reference,
  /** `cover` fills the box and crops, `contain` shows all, `fill` stretches. */
  fit: v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
})

export const addressElement = namedStrictObject(
  'AddressElement',
  'The recipient’s address, printed in the address zone of the product’s sheet, whose position the product decides. Lines that are too wide are divided before anything shrinks, and nothing shrinks below 8 pt.',
  {
    type: v.literal('address'),
    ...common,
    ...typography,
    zone: v.literal('product'),
    mark: v.optional(v.picklist(['kix', 'none']), 'none'),
  },
)

export const qrElement = namedStrictObject(
  'QrElement',
  'A QR code in black. Its box includes the quiet zone.',
  {
    type: v.literal('qr'),
    ...common,
    x: mm,
    y: mm,
    size: v.pipe(v.number(), v.minValue(limits.qrSizeMinMm), v.maxValue(limits.qrSizeMaxMm)),
    /** Usually `{{trackingUrl}}` or `{{optOutUrl}}`; any text with tags. */
    content: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.qrContentLength)),
    errorCorrection: v.optional(v.picklist(['low', 'medium', 'quartile', 'high']), 'medium'),
    /** In modules, white on every side, inside the box. */
    quietZone: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.qrQuietZoneMaxModules)),
      4,
    ),
    /** `white` paints the box first, so that the code can stand on a picture. */
    background: v.optional(v.picklist(['white', 'none']), 'white'),
  },
)

const painted = {
  fill: v.optional(colourName),
  stroke: v.optional(colourName),
  strokeWidth: v.optional(strokeMm, 0.25),
}
export const rectElement = namedStrictObject('RectElement', 'A rectangle, filled, outlined or both.', {
  type: v.literal('rect'),
  ...common,
  ...box,
  ...painted,
  radius: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(limits.trimMaxMm)), 0),
})
export const ellipseElement = namedStrictObject(
  'EllipseElement',
  'An ellipse that touches the four sides of its box.',
  { type: v.literal('ellipse'), ...common, ...box, ...painted },
)
export const lineElement = namedStrictObject('LineElement', 'A straight line between two points.', {
  type: v.literal('line'),
  ...common,
  x1: mm,
  y1: mm,
  x2: mm,
  y2: mm,
  stroke: v.optional(colourName, 'black'),
  strokeWidth: v.optional(strokeMm, 0.25),
})

export const pdfElement = namedStrictObject(
  'PdfElement',
  'One page of an uploaded PDF, stretched over the box: a finished design as background.',
  {
    type: v.literal('pdf'),
    ...common,
    ...box,
    asset: reference,
    page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
  },
)

const element = named(
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

const variable = namedStrictObject('TemplateVariable', 'A merge field that the template’s tags may name.', {
  type: v.optional(v.picklist(['text', 'integer', 'date', 'url']), 'text'),
  /** In characters (Unicode code points), as JSON Schema counts it. */
  maxLength: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.variableMaxLength)),
    200,
  ),
  /** Shown in previews; the static checks set the text with it. */
  sample: v.optional(v.pipe(v.string(), v.maxLength(limits.variableMaxLength)), ''),
})

export const templateDocument = namedStrictObject(
  'TemplateDocument',
  'The design of a piece of mail. All lengths are mm from the top left corner of the trimmed page; font sizes are points. Zones (address, postage, coding) belong to the product’s sheet and are not part of it.',
  {
    /** Version of this shape. */
    schema: v.literal(1),
    trim: namedStrictObject('TrimSize', 'Width and height of the trimmed page in mm.', {
      w: v.pipe(v.number(), v.minValue(limits.trimMinMm), v.maxValue(limits.trimMaxMm)),
      h: v.pipe(v.number(), v.minValue(limits.trimMinMm), v.maxValue(limits.trimMaxMm)),
    }),
    bleed: v.pipe(v.number(), v.minValue(0), v.maxValue(limits.bleedMaxMm)),
    safe: v.pipe(v.number(), v.minValue(0), v.maxValue(limits.safeMaxMm)),
    /** A platform font by its id (`noto-sans`), or an uploaded one: `{ "id": "brand", "asset": "ast_…" }`. */
    fonts: v.pipe(
      v.array(
        namedStrictObject('TemplateFont', 'A font that the document uses.', {
          id: reference,
          asset: v.optional(reference),
        }),
      ),
      v.maxLength(limits.fonts),
    ),
    /** BCP 47; decides language-specific letterforms. */
    locale: v.pipe(v.string(), v.maxLength(35), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
    colors: v.optional(
      v.pipe(
        v.record(
          colourName,
          namedStrictObject('TemplateColor', 'A colour as ink.', {
            cmyk: v.tuple([percent, percent, percent, percent]),
          }),
        ),
        v.maxEntries(limits.colours),
      ),
      {},
    ),
    variables: v.optional(v.pipe(v.record(variableName, variable), v.maxEntries(limits.variables)), {}),
    pages: v.pipe(
      v.array(
        namedStrictObject(
          'TemplateDocumentPage',
          'One page of the piece; later elements are printed over earlier ones.',
          {
            side: v.picklist(['front', 'back']),
            elements: v.pipe(v.array(element), v.maxLength(limits.elementsPerPage)),
          },
        ),
      ),
      v.minLength(1),
      v.maxLength(limits.pages),
    ),
  },
)

export type TemplateDocument = v.InferOutput<typeof templateDocument>
/** What a caller may send: the same with defaults left out. */
export type TemplateDocumentInput = v.InferInput<typeof templateDocument>
export type TemplatePage = TemplateDocument['pages'][number]
export type TemplateElement = TemplatePage['elements'][number]
export type ElementOf<Type extends TemplateElement['type']> = Extract<TemplateElement, { type: Type }>
export type TemplateVariable = v.InferOutput<typeof variable>
export type ShowIf = v.InferOutput<typeof condition>

/** Colours every document has without naming them: black is the black plate alone. */
export const builtInColours: Readonly<Record<string, readonly [number, number, number, number]>> = {
  black: [0, 0, 0, 100],
  white: [0, 0, 0, 0],
}

/** The ink of a colour name in percent, or undefined when the document does not know it. */
export const colourOf = (
  document: TemplateDocument,
  name: string,
): readonly [number, number, number, number] | undefined =>
  (Object.hasOwn(document.colors, name) ? document.colors[name]?.cmyk : undefined) ??
  (Object.hasOwn(builtInColours, name) ? builtInColours[name] : undefined)

/** A file that elements of a template show. */
export interface TemplateAsset {
  id: string
  /** `font`: a TrueType file that the template brings along. */
  format: 'jpeg' | 'png' | 'pdf' | 'font'
}

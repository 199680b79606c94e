import * as v from 'valibot'
import { described, namedStrictObject } from '../kernel/wire-schema.ts'
import { colourName, element, reference, variableName } from './elements.ts'
import { limits } from './limits.ts'

/**
 * The template document (docs/design-templates.md): what a designer saves and a version freezes. All
 * lengths are mm from the top left of the trim; font sizes are points. It says nothing about zones:
 * those belong to the product's sheet.
 */

const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

export const templateLocale = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
)

export const variableSchema = namedStrictObject(
  'TemplateVariable',
  'A merge field that the template’s tags may name.',
  {
    type: described(
      v.optional(v.picklist(['text', 'integer', 'decimal', 'money', 'date', 'url']), 'text'),
      'What the field holds: `text`; `integer`: digits; `decimal` and `money`: digits with a point, `1234.50`; `date`: `YYYY-MM-DD`; `url`: a web address. What an item brings is checked against it.',
    ),
    currency: described(
      v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
      'Of `money`: the currency (ISO 4217) with which text prints it; `EUR` if absent.',
    ),
    decimals: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.variableDecimals))),
      'Of `decimal` and `money`: digits after the decimal sign. An item may bring fewer. If absent, those of the currency, or as many as the item brings.',
    ),
    format: described(
      v.optional(v.picklist(['short', 'medium', 'long', 'full'])),
      'Of `date`: how text prints it in the language of the document, e.g. `1 maart 2026` if `long`. If absent, as the item brings it.',
    ),
    maxLength: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.variableMaxLength)), 200),
      'Most characters (Unicode code points) that an item may bring.',
    ),
    sample: described(
      v.optional(v.pipe(v.string(), v.maxLength(limits.variableMaxLength)), ''),
      'Printed in previews, and used by the checks before publication. If it is empty, an example of the type is used.',
    ),
  },
)

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
      'Size of a page as it is cut.',
    ),
    bleed: described(
      v.pipe(v.number(), v.minValue(0), v.maxValue(limits.bleedMaxMm)),
      'How far pictures reach beyond the cut, in mm.',
    ),
    safe: described(
      v.pipe(v.number(), v.minValue(0), v.maxValue(limits.safeMaxMm)),
      'Distance from the cut that text keeps, in mm.',
    ),
    fonts: described(
      v.pipe(
        v.array(
          namedStrictObject('TemplateFont', 'A font that the document uses.', {
            id: described(
              reference,
              'What elements call it; without `asset`, the id of a platform font, e.g. `noto-sans`.',
            ),
            asset: described(v.optional(reference), 'An uploaded font, `ast_…`; absent for a platform font.'),
            weight: described(
              v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
              'The weight of a variable font, e.g. 700; its default if absent. Only uploaded variable fonts have one.',
            ),
          }),
        ),
        v.maxLength(limits.fonts),
      ),
      'The fonts that elements name.',
    ),
    locale: described(
      templateLocale,
      'Language of the texts (BCP 47), e.g. `nl-NL`; decides language-specific letterforms.',
    ),
    formality: described(
      v.optional(v.picklist(['formal', 'informal'])),
      'How `{{salutation}}` addresses recipients, in the language of `locale`: `formal` (`Dear Ms Smith`), which is the default, or `informal` (`Dear Anna`).',
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
      'Colours by name. `black` and `white` need not be named.',
    ),
    variables: described(
      v.optional(v.pipe(v.record(variableName, variableSchema), v.maxEntries(limits.variables)), {}),
      'Merge fields that tags may name, by name.',
    ),
    pages: described(
      v.pipe(
        v.array(
          namedStrictObject(
            'TemplateDocumentPage',
            'One page of the piece; later elements are printed over earlier ones.',
            {
              side: described(v.picklist(['front', 'back']), 'Which side of the sheet it is.'),
              elements: described(
                v.pipe(v.array(element), v.maxLength(limits.elementsPerPage)),
                'What is printed, in order: later elements cover earlier ones.',
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
/** A template document as callers may send it, without defaults. */
export type TemplateDocumentInput = v.InferInput<typeof templateDocument>
export type TemplatePage = TemplateDocument['pages'][number]
export type TemplateElement = TemplatePage['elements'][number]
export type ElementOf<Type extends TemplateElement['type']> = Extract<TemplateElement, { type: Type }>
export type TemplateVariable = v.InferOutput<typeof variableSchema>

/** Colours that every document has; `black` is the black plate alone. */
export const builtInColours: Readonly<Record<string, readonly [number, number, number, number]>> = {
  black: [0, 0, 0, 100],
  white: [0, 0, 0, 0],
}

/** The inks of a colour name in per cent; undefined where the document does not define it. */
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

import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { TemplateDocumentInput } from '../../src/core/template/document.ts'
import type { Sheet } from '../../src/core/template/sheet.ts'
import { pdfOf } from './pdf-files.ts'
import { documentOf } from './render-fixtures.ts'

/** Renders in the calling thread. Callers close it. */
export const renderer = createPdfRenderer({ workers: 0 })

export type Elements = TemplateDocumentInput['pages'][number]['elements']
type Change = Partial<Pick<Sheet, 'maxInkPercent' | 'preflight'>>

/** 100 × 100 mm with 3 mm of bleed. */
const sheet: Sheet = {
  trim: { w: 100, h: 100 },
  bleed: 3,
  safe: 4,
  plex: 'simplex',
  pages: { min: 1, max: 1 },
  zones: [],
  colourProfile: 'FOGRA39',
}
const colors = {
  full: { cmyk: [100, 100, 100, 100] },
  heavy: { cmyk: [90, 80, 80, 65] },
  four: { cmyk: [40, 30, 30, 100] },
  two: { cmyk: [0, 80, 95, 0] },
  tint: { cmyk: [0, 0, 0, 60] },
} satisfies TemplateDocumentInput['colors']

/** Returns the findings for these elements on a sheet. */
export const compile = async (
  elements: Elements,
  assets: { id: string; bytes: Uint8Array; format: 'pdf' | 'jpeg' }[] = [],
  change: Change = {},
) => {
  const document = documentOf({
    schema: 1,
    trim: sheet.trim,
    bleed: 3,
    safe: 4,
    fonts: [{ id: 'noto-sans' }],
    locale: 'en-GB',
    colors,
    pages: [{ side: 'front', elements }],
  })
  const input = { organisationId: 'org_1', document, sheet: { ...sheet, ...change } }
  return (
    await renderer.compile({ ...input, assets: assets.map((one) => ({ ...one, bytes: one.bytes.slice() })) })
  ).findings
}

/** Side of a page as large as the sheet with its bleed (106 mm), in points. */
const side = ((106 * 72) / 25.4).toFixed(3)
const font =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>/Encoding<</Differences[]>>/FirstChar 0/LastChar 0/Widths[0]>>'
export const stream = (entries: string, data: string) =>
  `<<${entries}/Length ${data.length}>>stream\n${data}\nendstream`
export const page = (
  content: string,
  { resources = '', entries = '', size = side, more = [] as string[] } = {},
) =>
  pdfOf(
    [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size} ${size}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>${entries}>>`,
    ],
    {
      more: [stream('', content), font, ...more],
    },
  )
const rgbImage = stream(
  '/Type/XObject/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceRGB/BitsPerComponent 8',
  '0'.repeat(300),
)
export const grayImage = rgbImage.replace('DeviceRGB', 'DeviceGray')
/** Resources with an indexed colour space `/I`. */
export const indexed = (space: string) => ({ resources: `/ColorSpace<</I[/Indexed ${space}]>>` })
/** Resources with a form `/X`. */
export const form = (box: string, content: string) => ({
  resources: '/XObject<</X 6 0 R>>',
  more: [stream(`/Type/XObject/Subtype/Form/BBox${box}`, content)],
})
/** A page that covers the sheet with its bleed. */
export const whole = { type: 'pdf', asset: 'ast_pdf', x: -3, y: -3, w: 106, h: 106 } as const

/** Returns the findings for a PDF on a sheet. */
export const placed = (bytes: Uint8Array, change: Change = {}, element: Elements[number] = whole) =>
  compile([element], [{ id: 'ast_pdf', bytes, format: 'pdf' }], change)

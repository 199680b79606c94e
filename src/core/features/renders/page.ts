import * as v from 'valibot'
import { firstFindings } from '../../engine/first-findings.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import { described, integer } from '../../kernel/wire-schema.ts'
import type { CompiledTemplate, RasterOptions } from '../../ports/renderer.ts'
import type { RenderOutput } from './draw.ts'
import { renderLimits } from './schema.ts'
import { renderProblems, renderSentences } from './sentences.ts'

/** Browsers may cache a picture that only a newer engine would draw differently. */
const cacheSeconds = 3600

const wholeNumber = (least: number, most: number, standard: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/),
      v.transform(Number),
      integer,
      v.minValue(least),
      v.maxValue(most),
    ),
    String(standard),
  )

export const pageQuery = {
  page: described(wholeNumber(1, renderLimits.pageMax, 1), 'Page of the piece, counted from 1.'),
  dpi: described(wholeNumber(renderLimits.dpiMin, renderLimits.dpiMax, 96), 'Resolution in dots per inch.'),
  box: described(
    v.optional(v.picklist(['TRIM', 'BLEED']), 'TRIM'),
    '`TRIM`: the trimmed page; `BLEED`: including the bleed.',
  ),
}

/** Query parameter of the revision that the caller expects, which makes the picture cacheable. */
export const revision = v.optional(v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number)))

interface PageQuery {
  page: number
  dpi: number
  box: 'TRIM' | 'BLEED'
}

/** Returns how to draw a page. Throws 422 if the piece has no such page. */
export const rasterOptions = (
  { document, sheet }: Pick<CompiledTemplate, 'document' | 'sheet'>,
  { page, dpi, box }: PageQuery,
  location: 'query' | 'body' = 'query',
): RasterOptions => {
  const { length } = document.pages
  if (page > length)
    throw invalid('page', renderSentences.sentence('out_of_range.page', { pages: length }), location)
  return { page, dpi, insetMm: box === 'TRIM' ? sheet.bleed : 0 }
}

/** Returns a 409 with the reasons. */
export const cannotBeDrawn = (findings: RenderOutput['findings']) =>
  problem(
    renderProblems.sentence('invalid_state.not_drawn', {
      reason: firstFindings(findings),
    }),
  )

/** Returns the picture. Throws 409 with the reasons if there is none. */
export const pictureOf = (
  { document }: Pick<CompiledTemplate, 'document'>,
  { findings, content }: RenderOutput,
): { png: Uint8Array; pageCount: number } => {
  if (!content) throw cannotBeDrawn(findings)
  return { png: content[0]!, pageCount: document.pages.length }
}

/** Returns a PNG that browsers may cache for an hour, or must revalidate. */
export const pagePicture = (
  name: string,
  { png, pageCount, mayBeKept: isCacheable }: { png: Uint8Array; pageCount: number; mayBeKept: boolean },
) => ({
  contentType: 'image/png',
  fileName: `${name}.png`,
  content: png,
  headers: {
    'Page-Count': String(pageCount),
    'Cache-Control': isCacheable ? `private, max-age=${cacheSeconds}` : 'private, no-cache',
  },
})

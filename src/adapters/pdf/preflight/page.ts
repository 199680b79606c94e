import { type BoxMm, type Finding, finding } from '../../../core/kernel/finding.ts'
import {
  hairlineFinding,
  inkFindings,
  preflightFinding,
  preflightLimits,
} from '../../../core/template/preflight.ts'
import { templateSentences } from '../../../core/template/sentences.ts'
import type { Sheet } from '../../../core/template/sheet.ts'
import { points } from '../../../typesetting/page/units.ts'
import type { PdfDict, PdfStream } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { groupSpace } from './colour.ts'
import { ContentStream } from './content-stream.ts'
import { FormContents, placedForm } from './form.ts'
import { firstState, type PageInterpreter, type StreamContext } from './graphics-state.ts'
import { FilledLines } from './path.ts'
import { type Area, EVERYWHERE, type Matrix, type PageUse, Uses } from './uses.ts'

/** The most operators interpreted per page. The beginning of a longer page is representative. */
const MAX_OPERATORS = 2_000_000
const MAX_NESTED_FORMS = 24

/**
 * Interprets the drawing operators of a page and its forms without drawing, and records inks, text sizes,
 * line widths and image resolutions. Clips are approximated by their boxes.
 */
class Interpreter implements PageInterpreter {
  readonly #document: PdfObjects
  readonly #uses: Uses
  readonly #forms: FormContents
  /** Texts in patterns and masks, by stream and matrix. */
  readonly #texts = new Map<PdfStream, Map<string, Area[]>>()
  #operators = 0

  constructor(document: PdfObjects, uses: Uses) {
    this.#document = document
    this.#uses = uses
    this.#forms = new FormContents(document)
  }

  /** Interprets a page. If it throws, the uses recorded until then remain. */
  run(content: Uint8Array, resources: PdfDict | undefined, matrix: Matrix): void {
    const lines = new FilledLines(this.#uses)
    const state = firstState(matrix, undefined)
    try {
      this.runWithin(content, { resources, state, depth: 0, uses: this.#uses, lines })
    } finally {
      lines.end()
    }
  }

  runWithin(content: Uint8Array, context: StreamContext): void {
    new ContentStream(this, this.#document, context).read(content)
  }

  /** Returns the areas of texts in a pattern or mask, visible only where something is painted through it. */
  textsOf(stream: PdfStream, outer: Matrix, depth: number): Area[] {
    const known = this.#texts.get(stream) ?? new Map<string, Area[]>()
    this.#texts.set(stream, known)
    const key = String(outer)
    const found = known.get(key)
    if (found) return found
    const uses = new Uses(EVERYWHERE)
    known.set(key, uses.texts)
    const content = this.contentOf(stream, depth)
    if (!content) return uses.texts
    const { matrix, box, resources } = placedForm(this.#document, stream, outer)
    const state = firstState(matrix, box)
    const lines = new FilledLines(uses)
    this.runWithin(content, { resources, state, depth: depth + 1, uses, lines, includesWhiteText: true })
    return uses.texts
  }

  contentOf(form: PdfStream, depth: number): Uint8Array | undefined {
    return depth < MAX_NESTED_FORMS ? this.#forms.next(form) : undefined
  }

  count(): boolean {
    return ++this.#operators <= MAX_OPERATORS
  }
}

const { sentence } = templateSentences

const MAX_PER_RULE = 3

/**
 * Returns what a page uses, in points from its lower left corner after rotation. If interpreting fails,
 * returns what was recorded until then; whether the page prints is checked elsewhere.
 */
export const usesOf = (
  document: PdfObjects,
  { page, resources: own }: { page: PdfDict; resources: PdfDict },
  { content, matrix, width, height }: { content: Uint8Array; matrix: Matrix; width: number; height: number },
): Pick<Uses, 'all' | 'texts'> => {
  const uses = new Uses({ x: 0, y: 0, w: width, h: height })
  const space = groupSpace(document, page, own)
  if (space) uses.add('blending', { kind: 'blending', space, area: { x: 0, y: 0, w: width, h: height } })
  try {
    new Interpreter(document, uses).run(content, own, matrix)
  } catch {
    // A page that can't be interpreted may still print.
  }
  return uses
}

export interface Placement {
  page: number
  box: BoxMm
  width: number
  height: number
}

/** Returns findings about a page at its placement. Scaling changes text sizes and image resolution. */
export const pageFindings = (
  sheet: Pick<Sheet, 'preflight' | 'maxInkPercent'>,
  uses: readonly PageUse[],
  placement: Placement,
): Finding[] => {
  const across = points(placement.box.w) / placement.width
  const down = points(placement.box.h) / placement.height
  const scale = Math.min(across, down)
  const counts = new Map<string, number>()
  return uses
    .flatMap((use) =>
      findingsOf(sheet, use, scale, { page: placement.page, box: boxOn(placement, use.area) }),
    )
    .filter(({ code }) => {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      return count <= MAX_PER_RULE
    })
}

const findingsOf = (
  sheet: Pick<Sheet, 'preflight' | 'maxInkPercent'>,
  use: PageUse,
  scale: number,
  where: { page: number; box: BoxMm },
): Finding[] => {
  switch (use.kind) {
    case 'ink': {
      const { cmyk, textPt, isLine } = use
      const measured = {
        ...(textPt === undefined ? {} : { textPt: textPt * scale }),
        ...(isLine ? { isLine } : {}),
      }
      return inkFindings(sheet, cmyk, measured, where)
    }
    case 'line':
      return hairlineFinding(sheet, (use.widthPt * scale) / points(1), where)
    case 'white_overprint':
      return preflightFinding(sheet, 'white_overprint', sentence('white_overprint'), where)
    case 'spot':
      return [finding('warning', sentence('spot_colour', { ink: use.ink }), where)]
    case 'rgb':
      return preflightFinding(sheet, 'rgb_object', sentence('rgb_object'), where)
    case 'blending':
      return preflightFinding(
        sheet,
        'transparency_space',
        sentence('transparency_space', { space: use.space }),
        where,
      )
    case 'picture': {
      const ppi = Math.floor(use.ppi / scale)
      const least = preflightLimits.lowPpi
      return [
        ...(use.isRgb ? preflightFinding(sheet, 'rgb_image', sentence('rgb_image'), where) : []),
        ...(ppi < least
          ? preflightFinding(sheet, 'low_resolution', sentence('low_resolution', { ppi, least }), where)
          : []),
      ]
    }
  }
}

/** Rounds to a tenth of a millimetre, which is precise enough to locate a finding. */
const tenth = (value: number): number => Math.round(value * 10) / 10

export const boxOn = ({ box, width, height }: Placement, area: Area): BoxMm => ({
  x: tenth(box.x + (area.x / width) * box.w),
  y: tenth(box.y + ((height - area.y - area.h) / height) * box.h),
  w: tenth((area.w / width) * box.w),
  h: tenth((area.h / height) * box.h),
})

/** Returns a finding if a page without bleed is stretched over a sheet with bleed. */
export const bleedFindings = (
  sheet: Pick<Sheet, 'preflight' | 'trim' | 'bleed'>,
  { page, box, width, height }: Placement,
): Finding[] => {
  const w = width / points(1)
  const h = height / points(1)
  const { trim, bleed } = sheet
  const isTrim = Math.abs(w - trim.w) < NEAR_MM && Math.abs(h - trim.h) < NEAR_MM
  const coversBleed = box.w > trim.w + bleed && box.h > trim.h + bleed
  if (bleed === 0 || !isTrim || !coversBleed) return []
  const sizes = { sheetW: trim.w + 2 * bleed, sheetH: trim.h + 2 * bleed }
  return preflightFinding(
    sheet,
    'bleed_missing',
    sentence('bleed_missing.page', { w: tenth(w), h: tenth(h), ...sizes }),
    {
      page,
      box,
    },
  )
}

const NEAR_MM = 1

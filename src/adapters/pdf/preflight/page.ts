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
import { firstState, type Place, type Reading } from './graphics-state.ts'
import { FilledLines } from './path.ts'
import { type Area, EVERYWHERE, type Matrix, type PageUse, Uses } from './uses.ts'

/** Operators that are looked at in all of a page: beyond, a page has been judged by what it begins with. */
const MOST_OPERATORS = 2_000_000
const MOST_NESTED_FORMS = 24

/**
 * Goes through the drawing operators of a page and of the forms that it draws, and notes what is printed with
 * which inks, how small, how thin and with how many dots. It draws nothing. Of a clip it knows the box around it.
 */
class Interpreter implements Reading {
  readonly #document: PdfObjects
  readonly #uses: Uses
  readonly #forms: FormContents
  /** Where texts are in what is not painted by itself, by its stream and its place. */
  readonly #texts = new Map<PdfStream, Map<string, Area[]>>()
  #operators = 0

  constructor(document: PdfObjects, uses: Uses) {
    this.#document = document
    this.#uses = uses
    this.#forms = new FormContents(document)
  }

  /** Also what breaks off has told what it has painted. */
  run(content: Uint8Array, resources: PdfDict | undefined, matrix: Matrix): void {
    const lines = new FilledLines(this.#uses)
    const state = firstState(matrix, undefined)
    try {
      this.runWithin(content, { resources, state, depth: 0, uses: this.#uses, lines })
    } finally {
      lines.end()
    }
  }

  runWithin(content: Uint8Array, place: Place): void {
    new ContentStream(this, this.#document, place).read(content)
  }

  /** Where texts of any colour are in a pattern or in the group of a mask, which only shows when something is painted. */
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
    this.runWithin(content, { resources, state, depth: depth + 1, uses, lines, isOfAnyColour: true })
    return uses.texts
  }

  contentOf(form: PdfStream, depth: number): Uint8Array | undefined {
    return depth < MOST_NESTED_FORMS ? this.#forms.next(form) : undefined
  }

  /** False when there is no more patience for this page. */
  count(): boolean {
    return ++this.#operators <= MOST_OPERATORS
  }
}

const { say } = templateSentences

/** The most findings of one rule that a page is told. */
const MOST_OF_A_RULE = 3

/**
 * What a page of a PDF uses, in points from its lower left corner as it is turned. A page whose operators
 * cannot be followed is judged by those before; that it can be printed is looked at elsewhere.
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
    // What cannot be read here is no reason to refuse what prints.
  }
  return uses
}

/** A page as it is placed on a sheet: where, in mm, and how large it is by itself, in points. */
export interface Placement {
  page: number
  box: BoxMm
  width: number
  height: number
}

/** What is found of a page as it is placed: stretched with it, text grows and pictures lose dots. */
export const pageFindings = (
  sheet: Pick<Sheet, 'preflight' | 'maxInkPercent'>,
  uses: readonly PageUse[],
  placement: Placement,
): Finding[] => {
  const across = points(placement.box.w) / placement.width
  const down = points(placement.box.h) / placement.height
  const scale = Math.min(across, down)
  const told = new Map<string, number>()
  return uses
    .flatMap((use) =>
      findingsOf(sheet, use, scale, { page: placement.page, box: boxOn(placement, use.area) }),
    )
    .filter(({ code }) => {
      const count = (told.get(code) ?? 0) + 1
      told.set(code, count)
      return count <= MOST_OF_A_RULE
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
      return preflightFinding(sheet, 'white_overprint', say('white_overprint'), where)
    case 'spot':
      return [finding('warning', say('spot_colour', { ink: use.ink }), where)]
    case 'rgb':
      return preflightFinding(sheet, 'rgb_object', say('rgb_object'), where)
    case 'blending':
      return preflightFinding(
        sheet,
        'transparency_space',
        say('transparency_space', { space: use.space }),
        where,
      )
    case 'picture': {
      const ppi = Math.floor(use.ppi / scale)
      const least = preflightLimits.lowPpi
      return [
        ...(use.isRgb ? preflightFinding(sheet, 'rgb_image', say('rgb_image'), where) : []),
        ...(ppi < least
          ? preflightFinding(sheet, 'low_resolution', say('low_resolution', { ppi, least }), where)
          : []),
      ]
    }
  }
}

/** A tenth of a millimetre is enough to find a place. */
const tenth = (value: number): number => Math.round(value * 10) / 10

/** A part of a page where it is placed, in mm. */
export const boxOn = ({ box, width, height }: Placement, area: Area): BoxMm => ({
  x: tenth(box.x + (area.x / width) * box.w),
  y: tenth(box.y + ((height - area.y - area.h) / height) * box.h),
  w: tenth((area.w / width) * box.w),
  h: tenth((area.h / height) * box.h),
})

/** A page without bleed that is stretched over a sheet with bleed: the finding that says so. */
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
    say('bleed_missing.page', { w: tenth(w), h: tenth(h), ...sizes }),
    {
      page,
      box,
    },
  )
}

const NEAR_MM = 1

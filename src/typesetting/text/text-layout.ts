import { paragraphsOf } from './characters.ts'
import { TextLine } from './line.ts'
import type { ShapedRun } from './run.ts'
import type { Paragraph, Piece, Typesetter } from './typesetter.ts'

export interface TextLayout {
  /** In points. */
  size: number
  leading: number
  lines: readonly TextLine[]
  width: number
  height: number
  fits: boolean
  missing: readonly string[]
}

export interface TextStyle {
  size: number
  /** The smallest size that the text may shrink to. */
  minSize: number
  lineHeight: number
  /**
   * Whether paragraphs wrap to the width of the box. In an address only the first paragraphs (the name) do,
   * to a limited number of lines, because a wrapped street or city reads as two.
   */
  wrap: boolean | { first: number; lines: number }
}

/** The step between tried sizes, in points. */
const SIZE_STEP = 0.25
/** Prevents rounding from causing an overflow of the box that the text was measured for. */
const TOLERANCE = 0.01

/** Lays out a text in a box (points) at the largest size that fits between the two sizes. */
export const layoutText = (
  typesetter: Typesetter,
  text: string,
  box: { w: number; h: number },
  style: TextStyle,
): TextLayout => {
  const texts = paragraphsOf(text)
  const paragraphs = texts.map((paragraph, index) => {
    const whole = typesetter.paragraph(paragraph, false)
    const divides =
      linesAllowed(style, index) > 1 && whole.width * Math.max(style.minSize, style.size) > box.w
    return divides ? typesetter.paragraph(paragraph, true) : whole
  })
  const attempt = (size: number) => setAt(paragraphs, size, box, style)
  let best = attempt(style.size)
  if (best.fits || style.minSize >= style.size) return best
  let low = 0
  let high = Math.ceil((style.size - style.minSize) / SIZE_STEP)
  // Smaller text never needs more lines, so a binary search finds the largest size.
  const sizeAt = (step: number) => Math.max(style.minSize, style.size - step * SIZE_STEP)
  best = attempt(style.minSize)
  if (!best.fits) return best
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const tried = attempt(sizeAt(middle))
    if (tried.fits) {
      best = tried
      high = middle
    } else low = middle
  }
  return best
}

const setAt = (
  paragraphs: readonly Paragraph[],
  size: number,
  box: { w: number; h: number },
  style: TextStyle,
): TextLayout => {
  const lines: TextLine[] = []
  let divided = true
  for (const [index, paragraph] of paragraphs.entries()) {
    const allowed = linesAllowed(style, index)
    const own = linesOf(paragraph, allowed > 1 ? box.w / size : Number.POSITIVE_INFINITY)
    divided &&= own.length <= allowed
    lines.push(...own)
  }
  const leading = size * style.lineHeight
  const width = size * lines.reduce((widest, line) => Math.max(widest, line.width), 0)
  const height = lines.length * leading
  return {
    size,
    leading,
    lines,
    width,
    height,
    fits: divided && width <= box.w + TOLERANCE && height <= box.h + TOLERANCE,
    missing: paragraphs.flatMap((paragraph) => paragraph.missing),
  }
}

const linesAllowed = ({ wrap }: TextStyle, paragraph: number): number => {
  if (typeof wrap === 'boolean') return wrap ? Number.POSITIVE_INFINITY : 1
  return paragraph < wrap.first ? wrap.lines : 1
}

/** A text that may shrink by 16 points is tried at this many sizes in a binary search. */
const WIDTHS_KEPT = 8

/** Lines at the latest widths, kept: a letter's text recurs in every piece, tried at the same sizes. */
const linesOf = (paragraph: Paragraph, width: number): readonly TextLine[] => {
  const known = paragraph.filled.find((filled) => filled.width === width)
  if (known) return known.lines
  const lines = fill(paragraph.pieces, width).map((pieces) => lineOf(paragraph, pieces))
  if (paragraph.filled.length === WIDTHS_KEPT) paragraph.filled.shift()
  paragraph.filled.push({ width, lines })
  return lines
}

const lineOf = (paragraph: Paragraph, pieces: readonly Piece[]): TextLine =>
  new TextLine(
    visualOrder(pieces.flatMap((piece) => piece.runs)),
    pieces.reduce((sum, piece) => sum + piece.width, 0),
    paragraph.rightToLeft,
  )

/** Fills lines greedily, dropping spaces around breaks. A piece wider than a line overflows alone. */
const fill = (pieces: readonly Piece[], width: number): Piece[][] => {
  const lines: Piece[][] = []
  let line: Piece[] = []
  let used = 0
  for (let index = 0; index < pieces.length; ) {
    let end = index + 1
    while (end < pieces.length && !pieces[end]!.mayBreak) end++
    let unit = 0
    let trailing = 0
    for (let at = index; at < end; at++) {
      const piece = pieces[at]!
      if (piece.isSpace) trailing += piece.width
      else {
        unit += trailing + piece.width
        trailing = 0
      }
    }
    if (line.length > 0 && used + unit > width + TOLERANCE / 100) {
      lines.push(withoutTrailingSpace(line))
      line = []
      used = 0
    }
    for (let at = index; at < end; at++) line.push(pieces[at]!)
    used += unit + trailing
    index = end
  }
  lines.push(withoutTrailingSpace(line))
  return lines
}

const withoutTrailingSpace = (line: Piece[]): Piece[] => {
  while (line.at(-1)?.isSpace) line.pop()
  return line
}

/** Unicode rule L2: from the highest level down, reverses every sequence of runs of at least that level. */
const visualOrder = (runs: readonly ShapedRun[]): readonly ShapedRun[] => {
  let highest = 0
  for (const run of runs) if (run.level > highest) highest = run.level
  if (highest === 0) return runs
  const ordered = [...runs]
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if (ordered[start]!.level < level) continue
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

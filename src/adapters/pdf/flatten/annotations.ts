import { Bounds, type Matrix, times } from '../preflight/uses.ts'
import type { PdfDocument } from '../reader/document.ts'
import {
  isDict,
  nameOf,
  type PdfDict,
  PdfRefused,
  PdfStream,
  PdfString,
  PdfTooComplex,
  type PdfValue,
  textOf,
} from '../reader/objects.ts'
import { eachOperation } from '../reader/operations.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { pdfFaults } from '../reader/sentences.ts'
import type { Layers } from './layers.ts'

const flags = { hidden: 2, print: 4, noRotate: 16, noView: 32 } as const

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Returns the appearance stream for the annotation's current state; undefined if there is none. */
const appearanceOf = (document: PdfObjects, annotation: PdfDict): PdfStream | undefined => {
  const appearances = document.resolve(annotation.get('AP'))
  const normal = isDict(appearances) ? document.resolve(appearances.get('N')) : null
  if (normal instanceof PdfStream) return normal
  if (!isDict(normal)) return undefined
  const state = nameOf(document.resolve(annotation.get('AS'))) ?? valueName(document, annotation) ?? 'Off'
  const drawn = document.resolve(normal.get(state))
  return drawn instanceof PdfStream ? drawn : undefined
}

const valueName = (document: PdfObjects, annotation: PdfDict): string | undefined => {
  const parent = document.resolve(annotation.get('Parent'))
  const own = nameOf(document.resolve(annotation.get('V')))
  return own ?? (isDict(parent) ? nameOf(document.resolve(parent.get('V'))) : undefined)
}

/**
 * Returns the matrix that places an appearance on the page (ISO 32000-2, 12.5.5): the form's box, transformed
 * by its own matrix, fills the annotation's rectangle. `turn` is the rotation of the page, which some
 * annotations ignore. Returns undefined if nothing is visible.
 */
const appearanceMatrix = (
  document: PdfObjects,
  annotation: PdfDict,
  form: PdfStream,
  turn: number,
): Matrix | undefined => {
  const rect = numbersOf(document, annotation.get('Rect'), 4)
  const box = numbersOf(document, form.dict.get('BBox'), 4)
  if (!rect || !box) return undefined
  const own = (numbersOf(document, form.dict.get('Matrix'), 6) ?? IDENTITY) as unknown as Matrix
  const drawn = new Bounds().box(own, box[0]!, box[1]!, box[2]! - box[0]!, box[3]! - box[1]!).area
  const [left, right] = [Math.min(rect[0]!, rect[2]!), Math.max(rect[0]!, rect[2]!)]
  const [bottom, top] = [Math.min(rect[1]!, rect[3]!), Math.max(rect[1]!, rect[3]!)]
  if (!(drawn.w > 0 && drawn.h > 0 && right > left && top > bottom)) return undefined
  const [across, down] = [(right - left) / drawn.w, (top - bottom) / drawn.h]
  const placed: Matrix = [across, 0, 0, down, left - drawn.x * across, bottom - drawn.y * down]
  // A note never rotates with the page, regardless of its flags (ISO 32000-2, 12.5.6.4).
  const isNote = nameOf(document.resolve(annotation.get('Subtype'))) === 'Text'
  const staysUpright = isNote || (Number(document.resolve(annotation.get('F'))) & flags.noRotate) !== 0
  return staysUpright ? times(placed, rotatedBack(left, top, turn)) : placed
}

const rotatedBack = (x: number, y: number, turn: number): Matrix => {
  const turns: Readonly<Record<number, Matrix>> = {
    90: [0, 1, -1, 0, x + y, y - x],
    180: [-1, 0, 0, -1, 2 * x, 2 * y],
    270: [0, -1, 1, 0, x - y, y + x],
  }
  return turns[turn] ?? IDENTITY
}

const numbersOf = (
  document: PdfObjects,
  value: PdfValue | undefined,
  count: number,
): number[] | undefined => {
  const read = document.resolve(value)
  const all = Array.isArray(read) ? read.map((one) => Number(document.resolve(one))) : []
  return all.length === count && all.every(Number.isFinite) ? all : undefined
}

const { sentence } = pdfFaults

/** More than the fields of any realistic form. */
export const MAX_ANNOTATIONS = 5_000
/** Annotation types without a visible appearance of their own. */
const WITHOUT_DRAWING = new Set([
  'Popup',
  'Link',
  'Widget',
  'TrapNet',
  'PrinterMark',
  'Watermark',
  'Projection',
])

export interface PrintedAnnotations {
  drawn: { form: PdfStream; matrix: Matrix }[]
  /** Types of comments that are printed as a viewer prints them. */
  comments: Set<string>
  /** Types that are visible on a screen but not flagged for print. */
  screenOnly: Set<string>
  /** Names of the layers whose annotations are not printed. */
  hidden: Set<string>
  /** Fields whose frame or background a viewer would draw. */
  frames: Set<string>
  /** Fields whose appearance may be older than their value. */
  unsure: Set<string>
}

/**
 * Returns the annotations and form fields of a page that a viewer prints, from back to front. Throws
 * `PdfRefused` if a printed one has no appearance in the file, `PdfTooComplex` if there are too many.
 */
export const printedAnnotations = (
  document: PdfDocument,
  page: PdfDict,
  layers: Layers | undefined,
  turn: number,
): PrintedAnnotations => {
  const printed: PrintedAnnotations = {
    drawn: [],
    ...{ comments: new Set(), screenOnly: new Set(), frames: new Set(), unsure: new Set() },
    hidden: new Set(),
  }
  const all = document.resolve(page.get('Annots'))
  if (!Array.isArray(all)) return printed
  if (all.length > MAX_ANNOTATIONS)
    throw new PdfTooComplex(pdfFaults.sentence('pdf_too_much.annotations', { limit: MAX_ANNOTATIONS }))
  const isStale = needsAppearances(document)
  for (const value of all) {
    const annotation = document.resolve(value)
    if (!isDict(annotation)) continue
    const layer = annotation.get('OC')
    if (layers?.isPrinted(layer) === false) for (const name of layers.namesOf(layer)) printed.hidden.add(name)
    else add(document, annotation, turn, isStale, printed)
  }
  return printed
}

const add = (
  document: PdfDocument,
  annotation: PdfDict,
  turn: number,
  isStale: boolean,
  printed: PrintedAnnotations,
): void => {
  const kind = nameOf(document.resolve(annotation.get('Subtype'))) ?? '?'
  const own = Number(document.resolve(annotation.get('F')) ?? 0)
  if (kind === 'Popup' || (own & flags.hidden) !== 0) return
  const form = appearanceOf(document, annotation)
  const field = kind === 'Widget' ? fieldOf(document, annotation) : undefined
  const isUndrawn = !form && isMissing(document, annotation, kind, field)
  const isDrawn = form !== undefined && isPainted(document, form)
  const isFramed =
    (kind === 'Link' && !isDrawn && hasFrame(document, annotation)) ||
    (kind === 'Widget' && !form && hasColours(document, annotation))
  if ((own & flags.print) === 0) {
    if ((isDrawn || isUndrawn || isFramed) && (own & flags.noView) === 0) printed.screenOnly.add(kind)
    return
  }
  if (isUndrawn) throw undrawn(kind, field)
  if (isFramed && field) printed.frames.add(field.name)
  else if (isFramed) printed.screenOnly.add(kind)
  if (!form) return
  if (field && isStale && !field.isButton && field.text !== '') {
    if (!showsText(document, form)) throw undrawn(kind, field)
    printed.unsure.add(field.name)
  }
  const matrix = appearanceMatrix(document, annotation, form, turn)
  if (!matrix || !isDrawn) return
  printed.drawn.push({ form, matrix })
  if (kind !== 'Widget' && kind !== 'Link' && kind !== 'PrinterMark') printed.comments.add(kind)
}

const undrawn = (kind: string, field: Field | undefined): PdfRefused =>
  new PdfRefused(
    field ? sentence('pdf_fault.field', { field: field.name }) : sentence('pdf_fault.annotation', { kind }),
  )

const isMissing = (
  document: PdfDocument,
  annotation: PdfDict,
  kind: string,
  field: Field | undefined,
): boolean => {
  if (!WITHOUT_DRAWING.has(kind)) return !hasStates(document, annotation)
  return field !== undefined && field.text !== '' && !hasStates(document, annotation)
}

/** True if the annotation has one appearance per state, like a button; a state without one prints nothing. */
const hasStates = (document: PdfDocument, annotation: PdfDict): boolean => {
  const appearances = document.resolve(annotation.get('AP'))
  return isDict(appearances) && isDict(document.resolve(appearances.get('N')))
}

/** True if viewers draw a frame around the link; without a declared width it is one point wide. */
const hasFrame = (document: PdfDocument, link: PdfDict): boolean => {
  const style = document.resolve(link.get('BS'))
  const border = document.resolve(link.get('Border'))
  const width = isDict(style) ? style.get('W') : Array.isArray(border) ? border[2] : 1
  return Number(document.resolve(width) ?? 1) > 0
}

/** True for a field without an appearance whose frame or background has a colour. */
const hasColours = (document: PdfDocument, widget: PdfDict): boolean => {
  const shown = document.resolve(widget.get('MK'))
  if (!isDict(shown) || hasStates(document, widget)) return false
  const isColour = (value: PdfValue) => Array.isArray(value) && value.length > 0
  return ['BG', 'BC'].some((key) => isColour(document.resolve(shown.get(key))))
}

interface Field {
  name: string
  text: string
  /** Checkboxes and buttons have an appearance for each state, which is never out of date. */
  isButton: boolean
}

const MAX_PARENTS = 20

/** Returns the field of a widget. Attributes may be inherited from parents. */
const fieldOf = (document: PdfDocument, widget: PdfDict): Field => {
  const names: string[] = []
  let value: PdfValue = null
  let type: PdfValue = null
  let node: PdfValue = widget
  for (let depth = 0; isDict(node) && depth < MAX_PARENTS; depth++) {
    const name = document.resolve(node.get('T'))
    if (name instanceof PdfString) names.unshift(textOf(name))
    value ??= document.resolve(node.get('V'))
    type ??= document.resolve(node.get('FT'))
    node = document.resolve(node.get('Parent'))
  }
  const shown = document.resolve(widget.get('MK'))
  const caption = isDict(shown) ? document.resolve(shown.get('CA')) : null
  const text = filledIn(document, value ?? caption)
  return { name: names.join('.') || '?', text, isButton: nameOf(type) === 'Btn' }
}

const filledIn = (document: PdfDocument, value: PdfValue): string => {
  if (Array.isArray(value)) return value.map((one) => filledIn(document, document.resolve(one))).join(' ')
  if (value instanceof PdfString) return textOf(value).trim()
  const name = nameOf(value)
  return name === undefined || name === 'Off' ? '' : name
}

/** True if the document asks viewers to regenerate appearances, as stored ones may be out of date. */
const needsAppearances = (document: PdfDocument): boolean => {
  const form = document.resolve(document.root.get('AcroForm'))
  return isDict(form) && document.resolve(form.get('NeedAppearances')) === true
}

const PAINTS = /^(?:[fFbB]\*?|[sS]|sh|Do|BI|Tj|TJ|'|")$/

/** True if an appearance paints anything; those of empty fields and checkboxes don't. */
const isPainted = (document: PdfDocument, form: PdfStream): boolean => has(document, form, PAINTS)

const showsText = (document: PdfDocument, form: PdfStream): boolean =>
  has(document, form, /^(?:Tj|TJ|'|"|Do)$/)

const has = (document: PdfDocument, form: PdfStream, operators: RegExp): boolean => {
  let isFound = false
  eachOperation(document.decode(form), ({ operator }) => {
    isFound = operators.test(operator)
    return !isFound
  })
  return isFound
}

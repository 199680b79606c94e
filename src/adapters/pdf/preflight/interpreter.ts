import type { PdfObjects } from '../flatten/objects.ts'
import type { PdfDict, PdfStream } from '../import/objects.ts'
import { ContentStream } from './content-stream.ts'
import { FilledLines } from './filled-lines.ts'
import { FormContents, placedForm } from './form.ts'
import type { Place, Reading } from './reading.ts'
import { firstState } from './state.ts'
import { type Area, EVERYWHERE, type Matrix, Uses } from './uses.ts'

/** Operators that are looked at in all of a page: beyond, a page has been judged by what it begins with. */
const MOST_OPERATORS = 2_000_000
const MOST_NESTED_FORMS = 24

/**
 * Goes through the drawing operators of a page and of the forms that it draws, and notes what is printed with
 * which inks, how small, how thin and with how many dots. It draws nothing. Of a clip it knows the box around it.
 */
export class Interpreter implements Reading {
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

import { latin1Bytes } from '#platform/text'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { isDict, nameOf, type PdfDict, PdfStream, type PdfValue } from '../import/objects.ts'
import type { Layers } from './layers.ts'
import type { PdfObjects } from './objects.ts'
import { eachOperation, type Operation } from './operations.ts'

/** The kinds of resources that lead to further streams, or that are left out where nothing uses them. */
export type ResourceKind = 'Font' | 'XObject' | 'Pattern' | 'ExtGState'

/** What rewriting a stream asks and tells. */
export interface RewriteNotes {
  layers: Layers | undefined
  /** Whether a font is not in the file. */
  isMissing(font: PdfValue): boolean
  /** A resource that is painted with. */
  use(kind: ResourceKind, name: string): void
  /** Something that is not printed, by the value that says so. */
  hide(layer: PdfValue | undefined): void
}

interface TextState {
  font: string | undefined
  mode: number
}

const PAINT = /^(?:[fFbB]\*?|[sS])$/
const SHOW = /^(?:Tj|TJ|'|")$/
const INVISIBLE = 3
const CLIPPING = 7

/**
 * Takes what belongs to hidden layers out of a stream of operators, and fonts that are not in the file and that
 * nothing is printed in. Undefined where that changes nothing. What is taken out still moves the pen and changes
 * colours, because what follows counts on that.
 */
export const rewritten = (
  content: Uint8Array,
  resources: PdfDict | undefined,
  document: PdfObjects,
  notes: RewriteNotes,
): Uint8Array | undefined => {
  const writer = new Rewriter(content, resources, document, notes)
  eachOperation(content, (operation) => {
    writer.take(operation)
    return true
  })
  return writer.finish()
}

class Rewriter {
  readonly #content: Uint8Array
  readonly #resources: PdfDict | undefined
  readonly #document: PdfObjects
  readonly #notes: RewriteNotes
  readonly #edits: { start: number; end: number; text: string }[] = []
  /** Of each open marked content, whether it is hidden. */
  readonly #marks: boolean[] = []
  #hidden = 0
  /** Whether the text object that is open began within hidden content. */
  #isHiddenText = false
  #text: TextState = { font: undefined, mode: 0 }
  readonly #saved: TextState[] = []
  /** What sets texts in fonts that are not in the file, by font: taken out where nothing is printed in them. */
  readonly #missing = new Map<string, { operation: Operation; text: string }[]>()
  readonly #printedIn = new Set<string>()

  constructor(
    content: Uint8Array,
    resources: PdfDict | undefined,
    document: PdfObjects,
    notes: RewriteNotes,
  ) {
    this.#content = content
    this.#resources = resources
    this.#document = document
    this.#notes = notes
  }

  take(operation: Operation): void {
    const { operator, operands } = operation
    if (SHOW.test(operator)) this.#show(operation)
    else if (PAINT.test(operator)) {
      if (this.#hidden > 0) this.#edit(operation, 'n')
    } else if (operator === 'BMC' || operator === 'BDC' || operator === 'EMC') this.#mark(operation)
    else if (operator === 'Do') this.#draw(operation)
    else if (operator === 'sh' || operator === 'BI') {
      if (this.#hidden > 0) this.#edit(operation, '')
    } else if (operator === 'gs') this.#use('ExtGState', operands[0])
    else if (operator === 'scn' || operator === 'SCN') this.#use('Pattern', operands.at(-1))
    else this.#setText(operation)
  }

  finish(): Uint8Array | undefined {
    for (const [font, places] of this.#missing) {
      if (this.#printedIn.has(font)) continue
      for (const { operation, text } of places) this.#edit(operation, text)
    }
    if (this.#edits.length === 0) return undefined
    this.#edits.sort((a, b) => a.start - b.start)
    const parts: Uint8Array[] = []
    let at = 0
    for (const { start, end, text } of this.#edits) {
      parts.push(this.#content.subarray(at, start), latin1Bytes(text))
      at = end
    }
    parts.push(this.#content.subarray(at))
    return concatenate(parts)
  }

  #edit({ start, end }: Operation, text: string): void {
    this.#edits.push({ start, end, text })
  }

  #setText({ operator, operands, ...place }: Operation): void {
    if (operator === 'q') this.#saved.push({ ...this.#text })
    else if (operator === 'Q') this.#text = this.#saved.pop() ?? this.#text
    else if (operator === 'BT') this.#isHiddenText = this.#hidden > 0
    else if (operator === 'Tr') this.#text.mode = Number(operands[0] ?? 0)
    else if (operator === 'Tf') {
      this.#text.font = nameOf(operands[0])
      this.#noteMissing({ operator, operands, ...place }, '')
    }
  }

  /** Text that is not seen, and what names its font. */
  #noteMissing(operation: Operation, text: string): void {
    const { font } = this.#text
    if (font === undefined || !this.#isMissing()) return
    const places = this.#missing.get(font) ?? []
    this.#missing.set(font, places)
    places.push({ operation, text })
  }

  #show(operation: Operation): void {
    const { font, mode } = this.#text
    const isUnseen = this.#hidden > 0 || mode === INVISIBLE
    if (!isUnseen) {
      if (font === undefined) return
      this.#printedIn.add(font)
      this.#notes.use('Font', font)
    } else if (this.#isMissing()) this.#noteMissing(operation, movedLine(operation))
    else if (this.#isHiddenText) this.#edit(operation, movedLine(operation))
    else if (this.#hidden > 0) {
      // Text after it in the same text object counts on where it ends.
      const { start, end } = operation
      this.#edits.push({ start, end: start, text: `${mode >= 4 ? CLIPPING : INVISIBLE} Tr ` })
      this.#edits.push({ start: end, end, text: ` ${mode} Tr` })
    }
  }

  #mark({ operator, operands, ...place }: Operation): void {
    if (operator === 'EMC') {
      if (this.#marks.pop()) this.#hidden--
      return
    }
    const isLayer = operator === 'BDC' && nameOf(operands[0]) === 'OC'
    const layer = isLayer ? this.#property(operands[1]) : undefined
    const isHidden = isLayer && this.#notes.layers?.isPrinted(layer) === false
    // Readers that know nothing of the layers must not look for them.
    if (isLayer && this.#notes.layers) this.#edit({ operator, operands, ...place }, '/OC BMC')
    this.#marks.push(isHidden)
    if (!isHidden) return
    this.#hidden++
    this.#notes.hide(layer)
  }

  #draw(operation: Operation): void {
    const name = nameOf(operation.operands[0])
    const object = this.#document.resolve(this.#named('XObject', name))
    const layer = object instanceof PdfStream ? object.dict.get('OC') : undefined
    const isHidden = layer !== undefined && this.#notes.layers?.isPrinted(layer) === false
    if (isHidden) this.#notes.hide(layer)
    if (isHidden || this.#hidden > 0) this.#edit(operation, '')
    else this.#use('XObject', operation.operands[0])
  }

  #use(kind: ResourceKind, value: PdfValue | undefined): void {
    const name = nameOf(value)
    if (name !== undefined) this.#notes.use(kind, name)
  }

  /** Not resolved: layers are known by their references. */
  #property(value: PdfValue | undefined): PdfValue | undefined {
    const name = nameOf(value)
    return name === undefined ? value : this.#named('Properties', name)
  }

  #isMissing(): boolean {
    const { font } = this.#text
    return font !== undefined && this.#notes.isMissing(this.#named('Font', font) ?? null)
  }

  #named(kind: ResourceKind | 'Properties', name: string | undefined): PdfValue | undefined {
    const all = this.#document.resolve(this.#resources?.get(kind))
    return name !== undefined && isDict(all) ? all.get(name) : undefined
  }
}

/** What of showing a text stays where it is not shown: the move to the next line, and the spaces that it sets. */
const movedLine = ({ operator, operands }: Operation): string => {
  if (operator === "'") return 'T*'
  if (operator !== '"') return ''
  const [words, letters] = operands
  return `${Number(words) || 0} Tw ${Number(letters) || 0} Tc T*`
}

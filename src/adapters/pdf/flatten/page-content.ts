import { latin1Bytes } from '#platform/text'
import { deflateNow } from '#platform/zlib'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { FontsMissing, isMissingFont, nameOfFont } from '../reader/missing-fonts.ts'
import { isDict, nameOf, type PdfDict, PdfName, PdfStream, type PdfValue } from '../reader/objects.ts'
import { eachOperation, type Operation } from '../reader/operations.ts'
import type { PageObjects, PdfObjects } from '../reader/page-objects.ts'
import type { Layers } from './layers.ts'

/** Resource types that refer to further streams, or that are dropped if unused. */
type ResourceKind = 'Font' | 'XObject' | 'Pattern' | 'ExtGState'

interface RewriteContext {
  layers: Layers | undefined
  /** True if the font isn't embedded. */
  isMissing(font: PdfValue): boolean
  use(kind: ResourceKind, name: string): void
  /** Records hidden content by the layer that hides it. */
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
 * Removes content of hidden layers from a stream of operators, and fonts that are neither embedded nor used
 * for printing. Returns undefined if nothing changes. Removed content still moves the pen and changes
 * colours, because later operators depend on it.
 */
const rewritten = (
  content: Uint8Array,
  resources: PdfDict | undefined,
  document: PdfObjects,
  context: RewriteContext,
): Uint8Array | undefined => {
  const writer = new Rewriter(content, resources, document, context)
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
  readonly #context: RewriteContext
  readonly #edits: { start: number; end: number; text: string }[] = []
  /** For each open marked-content sequence, whether it is hidden. */
  readonly #marks: boolean[] = []
  #hidden = 0
  /** Whether the open text object started in hidden content. */
  #isHiddenText = false
  #text: TextState = { font: undefined, mode: 0 }
  readonly #saved: TextState[] = []
  /** Operators that use fonts that aren't embedded, by font. They are removed if the font prints nothing. */
  readonly #missing = new Map<string, { operation: Operation; text: string }[]>()
  readonly #printedIn = new Set<string>()

  constructor(
    content: Uint8Array,
    resources: PdfDict | undefined,
    document: PdfObjects,
    context: RewriteContext,
  ) {
    this.#content = content
    this.#resources = resources
    this.#document = document
    this.#context = context
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
      this.#context.use('Font', font)
    } else if (this.#isMissing()) this.#noteMissing(operation, movedLine(operation))
    else if (this.#isHiddenText) this.#edit(operation, movedLine(operation))
    else if (this.#hidden > 0) {
      // Hides the text instead of removing it, because later text in the same text object starts at its end.
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
    const isHidden = isLayer && this.#context.layers?.isPrinted(layer) === false
    // Removes the layer's name, so that readers without layer support don't look it up.
    if (isLayer && this.#context.layers) this.#edit({ operator, operands, ...place }, '/OC BMC')
    this.#marks.push(isHidden)
    if (!isHidden) return
    this.#hidden++
    this.#context.hide(layer)
  }

  #draw(operation: Operation): void {
    const name = nameOf(operation.operands[0])
    const object = this.#document.resolve(this.#named('XObject', name))
    const layer = object instanceof PdfStream ? object.dict.get('OC') : undefined
    const isHidden = layer !== undefined && this.#context.layers?.isPrinted(layer) === false
    if (isHidden) this.#context.hide(layer)
    if (isHidden || this.#hidden > 0) this.#edit(operation, '')
    else this.#use('XObject', operation.operands[0])
  }

  #use(kind: ResourceKind, value: PdfValue | undefined): void {
    const name = nameOf(value)
    if (name !== undefined) this.#context.use(kind, name)
  }

  /** Returns the value unresolved, because layers are identified by reference. */
  #property(value: PdfValue | undefined): PdfValue | undefined {
    const name = nameOf(value)
    return name === undefined ? value : this.#named('Properties', name)
  }

  #isMissing(): boolean {
    const { font } = this.#text
    return font !== undefined && this.#context.isMissing(this.#named('Font', font) ?? null)
  }

  #named(kind: ResourceKind | 'Properties', name: string | undefined): PdfValue | undefined {
    const all = this.#document.resolve(this.#resources?.get(kind))
    return name !== undefined && isDict(all) ? all.get(name) : undefined
  }
}

/** Returns the remaining effects of a removed text operator: the move to the next line and its spacing. */
const movedLine = ({ operator, operands }: Operation): string => {
  if (operator === "'") return 'T*'
  if (operator !== '"') return ''
  const [words, letters] = operands
  return `${Number(words) || 0} Tw ${Number(letters) || 0} Tc T*`
}

/** The painted resources of a page by the dictionary that names them. */
export type UsedResources = ReadonlyMap<PdfDict, Readonly<Record<ResourceKind, ReadonlySet<string>>>>

interface Used extends Record<ResourceKind, Set<string>> {}

/** A stream to visit, and the resources it inherits if it has none. */
interface Pending {
  stream: PdfStream
  inherited: PdfDict | undefined
}

/** Rewrites a page and the forms, patterns, masks and Type 3 glyphs that it draws, each stream once. */
export class PageStreams {
  readonly #objects: PageObjects
  readonly #layers: Layers | undefined
  readonly #used = new Map<PdfDict, Used>()
  readonly #seen = new Set<PdfStream>()
  readonly #pending: Pending[] = []
  readonly #missing = new Set<string>()
  readonly hidden = new Set<string>()

  constructor(objects: PageObjects, layers: Layers | undefined) {
    this.#objects = objects
    this.#layers = layers
  }

  get used(): UsedResources {
    return this.#used
  }

  /** Returns the page's operators as printed. Throws `FontsMissing`, and errors of damaged streams. */
  rewrite(content: Uint8Array, resources: PdfDict | undefined): Uint8Array {
    const own = this.#rewritten(content, resources) ?? content
    this.#follow()
    return own
  }

  /** Rewrites a stream that is drawn in addition to the page's own operators. */
  rewriteForm(stream: PdfStream): void {
    this.#add(stream, undefined)
    this.#follow()
  }

  #follow(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const { stream, inherited } = next
      const own = this.#objects.resolve(stream.dict.get('Resources'))
      const content = this.#rewritten(this.#objects.decode(stream), isDict(own) ? own : inherited)
      if (content) this.#objects.replace(stream, withContent(stream, content))
    }
    if (this.#missing.size > 0) throw new FontsMissing([...this.#missing])
  }

  #rewritten(content: Uint8Array, resources: PdfDict | undefined): Uint8Array | undefined {
    const layers = this.#layers
    return rewritten(content, resources, this.#objects, {
      layers,
      isMissing: (font) => isMissingFont(this.#objects, font),
      use: (kind, name) => this.#use(kind, name, resources),
      hide: (layer) => {
        for (const name of layers?.namesOf(layer) ?? []) this.hidden.add(name)
      },
    })
  }

  #use(kind: ResourceKind, name: string, resources: PdfDict | undefined): void {
    if (!resources) return
    const used = this.#used.get(resources) ?? {
      ...{ Font: new Set<string>(), XObject: new Set<string>() },
      ...{ Pattern: new Set<string>(), ExtGState: new Set<string>() },
    }
    this.#used.set(resources, used)
    if (used[kind].has(name)) return
    used[kind].add(name)
    const all = this.#objects.resolve(resources.get(kind))
    const value = isDict(all) ? all.get(name) : undefined
    if (kind === 'Font') this.#font(value, resources)
    else if (kind === 'ExtGState') this.#mask(value, resources)
    else this.#add(this.#objects.resolve(value), resources)
  }

  #font(value: PdfValue | undefined, resources: PdfDict): void {
    const font = this.#objects.resolve(value)
    if (!isDict(font)) return
    if (isMissingFont(this.#objects, font)) this.#missing.add(nameOfFont(this.#objects, font))
    const glyphs = this.#objects.resolve(font.get('CharProcs'))
    const own = this.#objects.resolve(font.get('Resources'))
    if (!isDict(glyphs)) return
    for (const glyph of glyphs.values())
      this.#add(this.#objects.resolve(glyph), isDict(own) ? own : resources)
  }

  #mask(value: PdfValue | undefined, resources: PdfDict): void {
    const state = this.#objects.resolve(value)
    const mask = isDict(state) ? this.#objects.resolve(state.get('SMask')) : null
    if (isDict(mask)) this.#add(this.#objects.resolve(mask.get('G')), resources)
  }

  /** Queues a stream once. Images and shading patterns have no operators. */
  #add(stream: PdfValue, inherited: PdfDict | undefined): void {
    if (!(stream instanceof PdfStream) || this.#seen.has(stream)) return
    this.#seen.add(stream)
    if (nameOf(this.#objects.resolve(stream.dict.get('Subtype'))) === 'Image') return
    this.#pending.push({ stream, inherited })
  }
}

const withContent = ({ dict }: PdfStream, content: Uint8Array): PdfStream => {
  const own: PdfDict = new Map(dict)
  own.delete('DecodeParms')
  own.set('Filter', new PdfName('FlateDecode'))
  return new PdfStream(own, deflateNow(content))
}

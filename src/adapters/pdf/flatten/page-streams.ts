import { deflateNow } from '#platform/zlib'
import { FontsMissing, isMissingFont, nameOfFont } from '../import/fonts.ts'
import { isDict, nameOf, type PdfDict, PdfName, PdfStream, type PdfValue } from '../import/objects.ts'
import type { Layers } from './layers.ts'
import type { PageObjects } from './objects.ts'
import { type ResourceKind, rewritten } from './rewrite.ts'

/** What of the resources of a page is painted with, by the dictionary that names it. */
export type UsedResources = ReadonlyMap<PdfDict, Readonly<Record<ResourceKind, ReadonlySet<string>>>>

interface Used extends Record<ResourceKind, Set<string>> {}

/** A stream that operators lead to, and the resources that hold where it has none of its own. */
interface Pending {
  stream: PdfStream
  inherited: PdfDict | undefined
}

/**
 * Rewrites the operators of a page and of everything that it draws: forms, patterns, masks and the glyphs of
 * fonts that are drawings. Each is seen once, from the page inwards.
 */
export class PageStreams {
  readonly #objects: PageObjects
  readonly #layers: Layers | undefined
  readonly #used = new Map<PdfDict, Used>()
  readonly #seen = new Set<PdfStream>()
  readonly #pending: Pending[] = []
  readonly #missing = new Set<string>()
  /** What the layers are called that are not printed. */
  readonly hidden = new Set<string>()

  constructor(objects: PageObjects, layers: Layers | undefined) {
    this.#objects = objects
    this.#layers = layers
  }

  get used(): UsedResources {
    return this.#used
  }

  /** The operators of the page as they are printed. Throws `FontsMissing`, and what damaged streams throw. */
  rewrite(content: Uint8Array, resources: PdfDict | undefined): Uint8Array {
    const own = this.#rewritten(content, resources) ?? content
    this.#follow()
    return own
  }

  /** The same for a stream that is drawn beside the page's own operators. */
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

  /** Pictures and patterns that are no drawings have no operators. */
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

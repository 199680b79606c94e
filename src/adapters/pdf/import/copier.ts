import type { UsedResources } from '../flatten/page-content.ts'
import type { LayerPdfPage } from '../layer.ts'
import { isMissingFont, nameOfFont } from '../reader/missing-fonts.ts'
import {
  entriesSource,
  isDict,
  nameOf,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfRefused,
  PdfStream,
  PdfTooComplex,
  type PdfValue,
  serialise,
} from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { pdfFaults } from '../reader/sentences.ts'

export const MAX_OBJECTS = 20_000
/** Maximum length of all dictionaries of a page, because opening a layer reads them in one step. */
export const MAX_SOURCE_CHARACTERS = 2_000_000
/**
 * Keys that printing doesn't need, and `Parent`, which would copy the whole file. They are dropped from
 * streams and typed dictionaries only, because resources and glyphs may use the same words as names.
 */
const DROPPED = new Set([
  'Parent',
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'LastModified',
  'Thumb',
  'Annots',
])
/** Alternative content of a stream, which viewers ignore. */
const DROPPED_OF_STREAMS = new Set([...DROPPED, 'Alternates', 'OPI', 'Ref'])
const NOTHING_DROPPED: ReadonlySet<string> = new Set()

/** Placeholder for the object number of the file's sRGB profile, filled in by `part.ts`. */
export const SRGB_PLACEHOLDER = '{{srgb}}'
const SRGB = new PdfRef(-1)

const tooMuch = () => new PdfTooComplex(pdfFaults.sentence('pdf_too_much.page_objects'))

/**
 * Copies a value with everything it refers to. Objects are numbered from 0 and references written as `{{n}}`.
 * With `used`, drops unused resources: fonts that aren't embedded, forms, images and layers.
 */
export class Copier {
  readonly #document: PdfObjects
  readonly #used: UsedResources | undefined
  readonly #numbers = new Map<number, number>()
  /** Collects all missing fonts, so that the user can embed them in one go. */
  readonly missingFonts = new Set<string>()

  constructor(document: PdfObjects, used?: UsedResources) {
    this.#document = document
    this.#used = used
  }

  copy(form: PdfStream): LayerPdfPage['objects'] {
    const objects = [this.#object(form)]
    let characters = 0
    let bytes = 0
    // Iterates instead of recursing, because a chain of references may be as long as the file.
    for (const id of this.#numbers.keys()) {
      const object = this.#object(this.#document.resolve(new PdfRef(id)))
      objects.push(object)
      characters += object.dict.length
      bytes += object.stream?.length ?? 0
      if (characters > MAX_SOURCE_CHARACTERS) throw tooMuch()
      if (bytes > this.#document.size) throw new PdfTooComplex(pdfFaults.sentence('pdf_too_much.nested'))
    }
    return objects
  }

  #refer(ref: PdfRef): string {
    if (ref === SRGB) return SRGB_PLACEHOLDER
    const known = this.#numbers.get(ref.id)
    if (known !== undefined) return `{{${known}}}`
    // The form itself is 0.
    const number = this.#numbers.size + 1
    if (number > MAX_OBJECTS) throw tooMuch()
    this.#numbers.set(ref.id, number)
    return `{{${number}}}`
  }

  #object(value: PdfValue): LayerPdfPage['objects'][number] {
    const refer = (ref: PdfRef) => this.#refer(ref)
    if (!(value instanceof PdfStream)) return { dict: serialise(this.#whole(value), refer) }
    refuseForeign(this.#document, value.dict)
    const dict = this.#prepared(value.dict, DROPPED_OF_STREAMS)
    dict.delete('Length')
    if (this.#used) dict.delete('OC')
    const resources = this.#document.resolve(value.dict.get('Resources'))
    if (isDict(resources)) dict.set('Resources', this.#withDefaultRgb(resources))
    return { dict: entriesSource(dict, refer), stream: value.data }
  }

  /** Makes sRGB the default, because RGB without a profile is undefined in PDF/X. */
  #withDefaultRgb(resources: PdfDict): PdfDict {
    const spaces = this.#document.resolve(resources.get('ColorSpace'))
    const named: PdfDict = new Map(isDict(spaces) ? spaces : [])
    if (!named.has('DefaultRGB')) named.set('DefaultRGB', [new PdfName('ICCBased'), SRGB])
    return new Map([...this.#prepared(this.#withoutUnused(resources)), ['ColorSpace', named]])
  }

  #prepared(dict: PdfDict, dropped = droppedOf(dict)): PdfDict {
    const isFont = nameOf(dict.get('Type')) === 'Font'
    if (isFont && isMissingFont(this.#document, dict)) {
      this.missingFonts.add(nameOfFont(this.#document, dict))
    }
    const own = isFont && this.#used ? this.#withOwnResources(dict) : dict
    return new Map(
      [...own].filter(([key]) => !dropped.has(key)).map(([key, value]) => [key, this.#whole(value)]),
    )
  }

  #whole(value: PdfValue): PdfValue {
    if (Array.isArray(value)) return value.map((entry) => this.#whole(entry))
    return isDict(value) ? this.#prepared(value) : value
  }

  /** Filters the resources of a Type 3 font. */
  #withOwnResources(font: PdfDict): PdfDict {
    const resources = this.#document.resolve(font.get('Resources'))
    return isDict(resources) ? new Map([...font, ['Resources', this.#withoutUnused(resources)]]) : font
  }

  #withoutUnused(resources: PdfDict): PdfDict {
    if (!this.#used) return resources
    const used = this.#used.get(resources)
    const kept: PdfDict = new Map(resources)
    const filter = (kind: string, isKept: (name: string, value: PdfValue) => boolean) => {
      const all = this.#document.resolve(kept.get(kind))
      if (isDict(all)) kept.set(kind, new Map([...all].filter(([name, value]) => isKept(name, value))))
    }
    filter('Font', (_, font) => !isMissingFont(this.#document, font))
    filter('XObject', (name) => used?.XObject.has(name) === true)
    filter('Pattern', (name) => used?.Pattern.has(name) === true)
    filter('Properties', (_, value) => !isLayer(this.#document.resolve(value)))
    return kept
  }
}

const droppedOf = (dict: PdfDict): ReadonlySet<string> =>
  nameOf(dict.get('Type')) === undefined ? NOTHING_DROPPED : DROPPED

/** Throws for content of other files and PostScript programs, which can't be printed safely. */
const refuseForeign = (document: PdfObjects, dict: PdfDict): void => {
  if (document.resolve(dict.get('F')) !== null)
    throw new PdfRefused(pdfFaults.sentence('pdf_fault.other_file'))
  const kinds = [dict.get('Subtype'), dict.get('Subtype2')].map((kind) => nameOf(document.resolve(kind)))
  if (kinds.includes('PS')) throw new PdfRefused(pdfFaults.sentence('pdf_fault.postscript'))
}

const isLayer = (value: PdfValue): boolean =>
  isDict(value) && ['OCG', 'OCMD'].includes(nameOf(value.get('Type')) ?? '')

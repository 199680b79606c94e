import { createSha256 } from '#platform/hash'
import { nextTurn } from '#platform/turn'
import { toHex } from '../../core/kernel/bytes.ts'
import type { CompiledTemplate } from '../../core/ports/renderer.ts'
import type { TemplateDocument, TemplateElement } from '../../core/template/document.ts'
import type { Sheet } from '../../core/template/sheet.ts'
import { isVariable, parseTags, type TextPart, taggedText } from '../../core/template/tags.ts'
import { type FontBook, openFontBook } from './fonts/book.ts'
import { decodeLayer, type Layer, type LayerImage, type LayerPdfPage } from './layer.ts'
import { PageSpace } from './page/units.ts'

/** What drawing an element needs; the same for the static layer and for a piece. */
export interface Scene {
  document: TemplateDocument
  sheet: Sheet
  space: PageSpace
  book: FontBook
  images: ReadonlyMap<string, LayerImage>
  pdfPages: ReadonlyMap<string, LayerPdfPage>
  /** The tagged texts, parsed once. */
  parts: ReadonlyMap<TemplateElement, readonly TextPart[]>
}

export interface LoadedTemplate extends Scene {
  id: string
  layer: Layer
  layerSha256: string
}

export const pdfPageKey = (asset: string, page: number): string => `${asset}#${page}`

export const sceneOf = (
  document: TemplateDocument,
  sheet: Sheet,
  book: FontBook,
  drawn: Pick<Layer, 'images' | 'pdfPages'>,
): Scene => {
  const parts = new Map<TemplateElement, readonly TextPart[]>()
  for (const page of document.pages) {
    for (const element of page.elements) {
      const text = taggedText(element)
      if (text !== undefined) parts.set(element, parseTags(text).parts)
    }
  }
  return {
    document,
    sheet,
    space: new PageSpace(sheet),
    book,
    images: new Map(drawn.images.map((image) => [image.asset, image])),
    pdfPages: new Map(drawn.pdfPages.map((page) => [pdfPageKey(page.asset, page.page), page])),
    parts,
  }
}

export const loadTemplate = async (template: CompiledTemplate): Promise<LoadedTemplate> => {
  const layer = decodeLayer(template.layer)
  const uploads = new Map(layer.fonts.map((font) => [font.asset, font.bytes]))
  const book = await openFontBook(template.document, uploads)
  if (book.missing.length > 0) throw new Error(`The static layer lacks the font ${book.missing.join(', ')}`)
  const layerSha256 = await digestOf(template.layer)
  return { id: template.id, layer, layerSha256, ...sceneOf(template.document, template.sheet, book, layer) }
}

/** Hashing this much takes some milliseconds. */
const SLICE_BYTES = 4 * 1024 * 1024

/** A layer with pictures is megabytes, so it is hashed with turns of the event loop in between. */
const digestOf = async (bytes: Uint8Array): Promise<string> => {
  const hash = createSha256()
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn()
    hash.update(bytes.subarray(at, at + SLICE_BYTES))
  }
  return toHex(hash.digest())
}

/** The indices of a page's elements that differ per piece. */
export const variableElements = (page: TemplateDocument['pages'][number]): number[] =>
  page.elements.flatMap((element, index) => (isVariable(element) ? [index] : []))

import { createSha256 } from '#platform/hash'
import { nextTurn } from '#platform/turn'
import { toHex } from '../../core/kernel/bytes.ts'
import type { CompiledTemplate } from '../../core/ports/renderer.ts'
import type { TemplateDocument } from '../../core/template/document.ts'
import { isVariable } from '../../core/template/tags.ts'
import { type Scene, sceneOf } from '../../typesetting/page/scene.ts'
import { openFontBook } from './fonts/book.ts'
import { decodeLayer, type Layer } from './layer.ts'

export interface LoadedTemplate extends Scene {
  id: string
  layer: Layer
  layerSha256: string
}

export const loadTemplate = async (template: CompiledTemplate): Promise<LoadedTemplate> => {
  const layer = decodeLayer(template.layer)
  const uploads = new Map(layer.fonts.map((font) => [font.asset, font.bytes]))
  const book = await openFontBook(template.document, uploads, template.fallbacks)
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

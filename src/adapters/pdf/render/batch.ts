import { sha256Hex } from '#platform/hash'
import { allocate, writeLatin1 } from '#platform/text'
import { nextTurn } from '#platform/turn'
import { type Finding, hasErrors } from '../../../core/kernel/finding.ts'
import type { CompiledTemplate, PartPiece } from '../../../core/ports/renderer.ts'
import type { Sheet } from '../../../core/template/sheet.ts'
import { GlyphUse } from '../../../typesetting/page/content.ts'
import { subsetFonts, type UsedFont } from '../fonts/subset.ts'
import { deflatedPageBound, deflatePage } from './page-deflate.ts'
import { type DrawnPiece, drawPiece, type LoadedTemplate, loadTemplate } from './piece.ts'

/** Drawn and compressed pages of some pieces, in one buffer that a thread can transfer without copying. */
export interface DrawnBatch {
  pieces: DrawnBatchPiece[]
  streams: Uint8Array<ArrayBuffer>
  /** Glyph ids used per font key. */
  glyphs: { key: string; ids: Uint16Array }[]
}

interface DrawnBatchPiece {
  templateId: string
  itemId: string
  sha256: string
  findings: Finding[]
  /** Page lengths in `streams`; empty if the piece has errors. Shared pages are equal in all pieces. */
  pages: { length: number; shared: boolean; deflated: boolean }[]
}

export interface DrawSource {
  /** The useful number of concurrent batches. */
  readonly parallel: number
  draw(templates: readonly CompiledTemplate[], pieces: readonly PartPiece[]): Promise<DrawnBatch>
  /** Subsets fonts to the glyphs a file uses. */
  subset(fonts: readonly UsedFont[]): Promise<Uint8Array[]>
}

/** Templates kept open; a run rarely mixes more. */
const OPEN_TEMPLATES = 16

/** The most bytes of layers kept open. The newest stays whatever its size. */
const OPEN_BYTES = 96 * 1024 * 1024

/** Closes the oldest templates until the rest is within both limits. */
export const evictBeyondLimits = (open: Map<string, { size: number }>): void => {
  let bytes = [...open.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [id, { size }] of open) {
    if (open.size === 1 || (open.size <= OPEN_TEMPLATES && bytes <= OPEN_BYTES)) return
    bytes -= size
    open.delete(id)
  }
}

export const sizeOf = ({ layer, fallbacks = [] }: Pick<CompiledTemplate, 'layer' | 'fallbacks'>): number =>
  fallbacks.reduce((size, { bytes }) => size + bytes.length, layer.length)

const sheetDigests = new WeakMap<Sheet, string>()

const sheetDigest = (sheet: Sheet): string => {
  let digest = sheetDigests.get(sheet)
  if (digest === undefined) {
    digest = sha256Hex(JSON.stringify(sheet))
    sheetDigests.set(sheet, digest)
  }
  return digest
}

/** Also distinguishes the sheet and the fallback fonts, which may change for the same template version. */
export const templateKey = (template: CompiledTemplate): string =>
  `${template.id} ${sizeOf(template)} ${sheetDigest(template.sheet)}`

export class TemplateCache {
  readonly #open = new Map<
    string,
    { size: number; loaded: Promise<LoadedTemplate>; ready?: LoadedTemplate }
  >()

  get(template: CompiledTemplate): Promise<LoadedTemplate> {
    const key = templateKey(template)
    const known = this.#open.get(key)
    if (known) return known.loaded
    const entry: { size: number; loaded: Promise<LoadedTemplate>; ready?: LoadedTemplate } = {
      size: sizeOf(template),
      loaded: loadTemplate(template).then((loaded) => {
        entry.ready = loaded
        return loaded
      }),
    }
    // Drops a layer that can't be opened, so that the next caller tries again.
    entry.loaded.catch(() => this.#open.get(key) === entry && this.#open.delete(key))
    this.#open.set(key, entry)
    evictBeyondLimits(this.#open)
    return entry.loaded
  }

  peek(template: CompiledTemplate): LoadedTemplate | undefined {
    return this.#open.get(templateKey(template))?.ready
  }
}

/** The longest drawing time before the event loop gets a turn. */
const SLICE_MS = 8

/** Compressing smaller pages takes more time than it saves. */
const DEFLATE_FROM_BYTES = 256

export const drawBatch = async (
  cache: Pick<TemplateCache, 'get'>,
  templates: readonly CompiledTemplate[],
  pieces: readonly PartPiece[],
  isPrinted: (findings: readonly Finding[]) => boolean = (findings) => !hasErrors(findings),
): Promise<DrawnBatch> => {
  const loaded = new Map<string, LoadedTemplate>()
  for (const template of templates) loaded.set(template.id, await cache.get(template))
  const use = new GlyphUse()
  const streams = new Streams()
  const drawn: DrawnBatchPiece[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const piece of pieces) {
    const template = loaded.get(piece.templateId)
    if (!template) throw new Error(`The part has no template ${piece.templateId}`)
    const { pages, shared, findings } = drawPiece(template, piece, use)
    const plain = plainPages(template.layerSha256, pages)
    const result: DrawnBatchPiece = {
      templateId: template.id,
      itemId: piece.itemId,
      sha256: sha256Hex(plain),
      findings,
      pages: [],
    }
    drawn.push(result)
    if (isPrinted(findings)) {
      let at = template.layerSha256.length
      for (const [index, page] of pages.entries()) {
        const stream = streams.add(plain.subarray(at, at + page.length))
        result.pages.push({ ...stream, shared: shared[index]! })
        at += page.length
      }
    }
    if (performance.now() > sliceEnd) {
      await nextTurn()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  const glyphs = [...use.sets].map(([key, entry]) => ({ key, ids: Uint16Array.from(entry.glyphs) }))
  return { pieces: drawn, streams: streams.bytes(), glyphs }
}

let scratch = allocate(32 * 1024)
/**
 * Returns the digest of the static layer followed by the operators of all pages, which a piece's checksum
 * covers. Both are ASCII. The result is valid until the next call.
 */
const plainPages = (layerSha256: string, pages: DrawnPiece['pages']): Uint8Array => {
  const length = pages.reduce((sum, page) => sum + page.length, layerSha256.length)
  if (length > scratch.length) scratch = allocate(length * 2)
  let at = writeLatin1(layerSha256, scratch, 0)
  for (const page of pages) at += writeLatin1(page, scratch, at)
  return scratch.subarray(0, at)
}

/** The initial size, enough for a batch of postcards. */
const STREAMS_BYTES = 64 * 1024

class Streams {
  #buffer = new Uint8Array(STREAMS_BYTES)
  #used = 0

  add(plain: Uint8Array): { length: number; deflated: boolean } {
    const start = this.#used
    this.#reserve(deflatedPageBound(plain.length))
    const end = plain.length < DEFLATE_FROM_BYTES ? undefined : deflatePage(plain, this.#buffer, start)
    const deflated = end !== undefined && end - start < plain.length
    if (!deflated) this.#buffer.set(plain, start)
    const length = deflated ? end - start : plain.length
    this.#used = start + length
    return { length, deflated }
  }

  /** Returns a copy of the streams in its own buffer, which can be transferred to another thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#used)
  }

  #reserve(length: number): void {
    if (this.#used + length <= this.#buffer.length) return
    const longer = new Uint8Array((this.#used + length) * 2)
    longer.set(this.#buffer.subarray(0, this.#used))
    this.#buffer = longer
  }
}

export class InThreadSource implements DrawSource {
  readonly parallel = 1
  readonly #cache: TemplateCache
  constructor(cache: TemplateCache) {
    this.#cache = cache
  }
  draw(templates: readonly CompiledTemplate[], pieces: readonly PartPiece[]): Promise<DrawnBatch> {
    return drawBatch(this.#cache, templates, pieces)
  }
  subset(fonts: readonly UsedFont[]): Promise<Uint8Array[]> {
    return subsetFonts(fonts)
  }
}

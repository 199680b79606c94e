import { sha256Hex } from '#platform/hash'
import { allocate, writeLatin1 } from '#platform/text'
import { nextTurn } from '#platform/turn'
import { deflateBrief } from '#platform/zlib'
import { concatenate } from '../../core/kernel/bytes.ts'
import { type Finding, hasErrors } from '../../core/kernel/finding.ts'
import type { CompiledTemplate, PartPiece } from '../../core/ports/renderer.ts'
import type { Sheet } from '../../core/template/sheet.ts'
import { GlyphUse } from '../../typesetting/page/content.ts'
import { subsetFonts, type UsedFont } from './fonts/subset.ts'
import { drawPiece } from './piece.ts'
import { type LoadedTemplate, loadTemplate } from './template.ts'

/** Pages of some pieces, drawn and deflated, in one buffer so that a thread transfers it without a copy. */
export interface DrawnBatch {
  pieces: DrawnBatchPiece[]
  streams: Uint8Array<ArrayBuffer>
  /** Glyph ids used per font key. */
  glyphs: { key: string; ids: Uint16Array }[]
}

export interface DrawnBatchPiece {
  templateId: string
  itemId: string
  sha256: string
  findings: Finding[]
  /**
   * Bytes of each page in `streams`; a shared page is the same for every piece of its template. Empty when
   * the piece has error findings.
   */
  pages: { length: number; shared: boolean; deflated: boolean }[]
}

/** Where drawn batches come from: this thread or a pool. */
export interface DrawSource {
  /** How many batches are worth having under way at once. */
  readonly parallel: number
  draw(templates: readonly CompiledTemplate[], pieces: readonly PartPiece[]): Promise<DrawnBatch>
  /** The fonts of a file with the outlines that it uses. */
  subset(fonts: readonly UsedFont[]): Promise<Uint8Array[]>
}

/** Templates kept open; a run seldom mixes more. */
const OPEN_TEMPLATES = 16

/** The most bytes of the layers kept open; the newest stays at any size. */
const OPEN_BYTES = 96 * 1024 * 1024

/** Closes the oldest templates until the rest is within both limits. */
export const forgetBeyond = (open: Map<string, { size: number }>): void => {
  let bytes = [...open.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [id, { size }] of open) {
    if (open.size === 1 || (open.size <= OPEN_TEMPLATES && bytes <= OPEN_BYTES)) return
    bytes -= size
    open.delete(id)
  }
}

/** The bytes of a layer and of the operator's fonts that go with it. */
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

/**
 * Tells a template from itself on the sheet of another version of its specification, and with other fonts of the
 * operator's. A version's layer never changes.
 */
export const templateKey = (template: CompiledTemplate): string =>
  `${template.id} ${sizeOf(template)} ${sheetDigest(template.sheet)}`

/** Opens templates once. */
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
    // A layer that cannot be opened must not stay: the next caller gets its own error.
    entry.loaded.catch(() => this.#open.get(key) === entry && this.#open.delete(key))
    this.#open.set(key, entry)
    forgetBeyond(this.#open)
    return entry.loaded
  }

  /** Without a promise when it is open already. */
  peek(template: CompiledTemplate): LoadedTemplate | undefined {
    return this.#open.get(templateKey(template))?.ready
  }
}

/** The longest time of drawing before the event loop of this thread gets a turn. */
const SLICE_MS = 8

/** Below this, compressing costs more time than the bytes it saves are worth. */
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
  const streams: Uint8Array[] = []
  const drawn: DrawnBatchPiece[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const piece of pieces) {
    const template = loaded.get(piece.templateId)
    if (!template) throw new Error(`The part names no template ${piece.templateId}`)
    const { pages, shared, findings, sha256 } = drawPiece(template, piece, use)
    const result: DrawnBatchPiece = {
      templateId: template.id,
      itemId: piece.itemId,
      sha256,
      findings,
      pages: [],
    }
    drawn.push(result)
    if (isPrinted(findings)) {
      for (const [index, page] of pages.entries()) {
        const plain = plainBytes(page)
        const deflated = plain.length >= DEFLATE_FROM_BYTES
        const stream = deflated ? deflateBrief(plain) : new Uint8Array(plain)
        streams.push(stream)
        result.pages.push({ length: stream.length, shared: shared[index]!, deflated })
      }
    }
    if (performance.now() > sliceEnd) {
      await nextTurn()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  const glyphs = [...use.sets].map(([key, entry]) => ({ key, ids: Uint16Array.from(entry.glyphs) }))
  return { pieces: drawn, streams: concatenate(streams), glyphs }
}

/** Grows to the largest page. */
let scratch = allocate(16 * 1024)
/** A page's operators are ASCII. The bytes are valid until the next call. */
const plainBytes = (page: string): Uint8Array => {
  if (page.length > scratch.length) scratch = allocate(page.length * 2)
  return scratch.subarray(0, writeLatin1(page, scratch, 0))
}

/** Draws in this thread. */
export class LocalSource implements DrawSource {
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

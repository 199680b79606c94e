import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { deflateNow } from '#platform/zlib'
import { concatenate, crc32, utf8 } from '../../core/kernel/bytes.ts'
import { loadOnce } from '../../core/kernel/loading.ts'
import type { RasterOptions } from '../../core/ports/renderer.ts'
import { FileTooComplex } from '../../core/ports/renderer.ts'
import { readResource } from './resources.ts'
import { inspectionSentences } from './sentences.ts'

const load = async (): Promise<PDFiumLibrary> => {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const wasm = await readResource('pdfium.wasm')
  const wasmBinary = new Uint8Array(wasm).buffer
  return PDFiumLibrary.init({ wasmBinary })
}
let loadRasteriser = loadOnce(load)

const MAX_PIXELS = 50_000_000

const mmPerInch = 25.4

export const rasterisePage = async (
  pdf: readonly Uint8Array[],
  options: RasterOptions,
): Promise<{ png: Uint8Array; widthPx: number; heightPx: number }> => {
  const { cut, ...whole } = await renderPage(pdf, options)
  return { png: encodePng(whole, cut), widthPx: whole.width - 2 * cut, heightPx: whole.height - 2 * cut }
}

export const pixelsOf = async (pdf: readonly Uint8Array[], options: RasterOptions): Promise<Pixels> => {
  const { cut, ...whole } = await renderPage(pdf, options)
  return trimmed(whole, cut)
}

/** The drawing engine aborted, as it does on certain damaged images. A new engine replaces it. */
export class PageNotDrawn extends FileTooComplex {
  constructor() {
    super(inspectionSentences.sentence('file_too_complex.not_drawn'))
    this.name = 'PageNotDrawn'
  }
}

/** Gives the next page a new engine: a used one may draw a damaged image with data left in its memory. */
export const renewEngine = (): void => {
  loadRasteriser = loadOnce(load)
}

/** Returns the whole page and the number of pixels to cut off each side, leaving at least one. */
const renderPage = async (
  pdf: readonly Uint8Array[],
  options: RasterOptions,
): Promise<Pixels & { cut: number }> => {
  const library = await loadRasteriser()
  try {
    return await renderWith(library, pdf, options)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'RuntimeError')) throw error
    renewEngine()
    throw new PageNotDrawn()
  }
}

/** Replaces `library.loadDocument`, which needs joined chunks and so the memory of the file twice. */
const loadDocument = async (library: PDFiumLibrary, pdf: readonly Uint8Array[]): Promise<PDFiumDocument> => {
  const { PDFiumDocument } = await import('@hyzyla/pdfium')
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript gives no other access to a private property
  const module = library['module']
  const sizeBytes = pdf.reduce((sum, chunk) => sum + chunk.length, 0)
  const documentPtr = module.wasmExports.malloc(sizeBytes)
  let at = documentPtr
  for (const chunk of pdf) {
    module.HEAPU8.set(chunk, at)
    at += chunk.length
  }
  const documentIdx = module._FPDF_LoadMemDocument(documentPtr, sizeBytes, 0)
  if (documentIdx) return new PDFiumDocument({ module, documentPtr, documentIdx })
  const code = module._FPDF_GetLastError()
  module.wasmExports.free(documentPtr)
  throw new Error(`PDFium can't load the document (error ${code})`)
}

const renderWith = async (
  library: PDFiumLibrary,
  pdf: readonly Uint8Array[],
  { page, dpi, insetMm = 0 }: RasterOptions,
): Promise<Pixels & { cut: number }> => {
  const document = await loadDocument(library, pdf)
  try {
    if (!Number.isInteger(page) || page < 1 || page > document.getPageCount()) {
      throw new RangeError(`The document has no page ${page}`)
    }
    const opened = document.getPage(page - 1)
    const { originalWidth, originalHeight } = opened.getOriginalSize()
    // Passes the size, because the library would round it down.
    const width = Math.round((originalWidth * dpi) / 72)
    const height = Math.round((originalHeight * dpi) / 72)
    if (width < 1 || height < 1 || width * height > MAX_PIXELS)
      throw new RangeError(`${dpi} dpi is out of range`)
    const { data } = await opened.render({ width, height, render: 'bitmap' })
    const most = Math.floor((Math.min(width, height) - 1) / 2)
    return { data, width, height, cut: Math.min(Math.round((insetMm * dpi) / mmPerInch), most) }
  } finally {
    document.destroy()
  }
}

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

const trimmed = ({ data, width, height }: Pixels, cut: number): Pixels => {
  if (cut <= 0) return { data, width, height }
  const inner = { width: width - 2 * cut, height: height - 2 * cut }
  const kept = new Uint8Array(inner.width * inner.height * 4)
  for (let y = 0; y < inner.height; y++) {
    const from = ((y + cut) * width + cut) * 4
    kept.set(data.subarray(from, from + inner.width * 4), y * inner.width * 4)
  }
  return { data: kept, ...inner }
}

const pngChunk = (kind: string, body: Uint8Array): Uint8Array => {
  const chunk = new Uint8Array(12 + body.length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, body.length)
  chunk.set(utf8(kind), 4)
  chunk.set(body, 8)
  view.setUint32(8 + body.length, crc32(chunk.subarray(4, 8 + body.length)))
  return chunk
}

/**
 * Encodes RGBA samples as opaque PNG, without `cut` pixels on each side. Rows are stored as differences from
 * the row above, because most pixels of a page equal the one above.
 */
export const encodePng = ({ data, width: across, height: down }: Pixels, cut = 0): Uint8Array => {
  const width = across - 2 * cut
  const height = down - 2 * cut
  const samples = data.byteOffset % 4 === 0 ? data : data.slice()
  // Little-endian like all supported machines: red is the lowest byte.
  const pixels = new Uint32Array(samples.buffer, samples.byteOffset, across * down)
  const rows = new Uint8Array((width * 3 + 1) * height)
  const UP = 2
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = UP
    const first = (y + cut) * across + cut
    for (let at = first; at < first + width; at++, to += 3) {
      // The first row is stored unchanged.
      const above = y > 0 ? pixels[at - across]! : 0
      if (pixels[at] === above) continue
      rows[to] = samples[at * 4]! - (above & 0xff)
      rows[to + 1] = samples[at * 4 + 1]! - ((above >>> 8) & 0xff)
      rows[to + 2] = samples[at * 4 + 2]! - ((above >>> 16) & 0xff)
    }
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 2, 0, 0, 0], 8)
  return concatenate([
    Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateNow(rows, 3)),
    pngChunk('IEND', new Uint8Array(0)),
  ])
}

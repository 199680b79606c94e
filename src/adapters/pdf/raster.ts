import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { deflateNow } from '#platform/zlib'
import { concatenate, utf8 } from '../../core/kernel/bytes.ts'
import type { RasterOptions } from '../../core/ports/renderer.ts'
import { crc32 } from './images/crc32.ts'
import { readResource } from './resources.ts'

let loading: Promise<PDFiumLibrary> | undefined
/** Loads PDFium, which the first page would wait for. */
export const loadRasteriser = (): Promise<PDFiumLibrary> => {
  loading ??= load()
  return loading
}
const load = async (): Promise<PDFiumLibrary> => {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const wasm = await readResource('pdfium.wasm')
  const wasmBinary = new Uint8Array(wasm).buffer
  return PDFiumLibrary.init({ wasmBinary })
}

const MAX_PIXELS = 50_000_000

const mmPerInch = 25.4

/** One page as RGB PNG; the file comes in pieces. */
export const rasterisePage = async (
  pdf: readonly Uint8Array[],
  options: RasterOptions,
): Promise<{ png: Uint8Array; widthPx: number; heightPx: number }> => {
  const { data, width, height } = await pixelsOf(pdf, options)
  return { png: encodePng(data, width, height), widthPx: width, heightPx: height }
}

/** One page as RGBA samples. */
export const pixelsOf = async (
  pdf: readonly Uint8Array[],
  { page, dpi, insetMm = 0 }: RasterOptions,
): Promise<Pixels> => {
  const document = await (await loadRasteriser()).loadDocument(pdf.length === 1 ? pdf[0]! : concatenate(pdf))
  try {
    if (!Number.isInteger(page) || page < 1 || page > document.getPageCount()) {
      throw new RangeError(`The document has no page ${page}`)
    }
    const opened = document.getPage(page - 1)
    const { originalWidth, originalHeight } = opened.getOriginalSize()
    // Given explicitly, because the library rounds the size down.
    const width = Math.round((originalWidth * dpi) / 72)
    const height = Math.round((originalHeight * dpi) / 72)
    if (width < 1 || height < 1 || width * height > MAX_PIXELS)
      throw new RangeError(`${dpi} dpi is out of range`)
    const bitmap = await opened.render({ width, height, render: 'bitmap' })
    return trimmed(bitmap, Math.round((insetMm * dpi) / mmPerInch))
  } finally {
    document.destroy()
  }
}

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** The picture without `inset` pixels on every side; at least one pixel stays. */
const trimmed = ({ data, width, height }: Pixels, inset: number): Pixels => {
  const cut = Math.min(inset, Math.floor((Math.min(width, height) - 1) / 2))
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

/** An opaque PNG from RGBA samples; rows are stored as differences to the row above, which suits pages. */
export const encodePng = (rgba: Uint8Array, width: number, height: number): Uint8Array => {
  const stride = width * 3
  const rows = new Uint8Array((stride + 1) * height)
  const UP = 2
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    rows[to++] = UP
    // Above the first row is nothing: it is stored as it is.
    const above = y > 0 ? rgba.subarray(from - width * 4, from) : new Uint8Array(width * 4)
    for (let x = 0; x < width * 4; x += 4, from += 4, to += 3) {
      rows[to] = rgba[from]! - above[x]!
      rows[to + 1] = rgba[from + 1]! - above[x + 1]!
      rows[to + 2] = rgba[from + 2]! - above[x + 2]!
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

import { latin1 } from '#platform/text'
import { concatenate, utf8 } from '../../core/kernel/bytes.ts'
import type { PdfImage } from './images/image.ts'
import { replaceBytes } from './json-bytes.ts'

/**
 * The static layer as stored: one drawing list per page whose forms are content streams, the images they
 * draw, the glyphs they use, the hash of every asset and the engine that made it. Serialised as a
 * length, a JSON header, and the bytes the header points into, so it is whole in itself: rendering a
 * part needs no asset store.
 */
export interface Layer {
  engine: string
  /** Per page, from back to front: a form of the static layer or an element of the document. */
  pages: { steps: LayerStep[] }[]
  /** Content streams, not yet deflated; drawn by index. */
  forms: Uint8Array[]
  images: LayerImage[]
  pdfPages: LayerPdfPage[]
  /** Glyphs of the static text per font key. */
  glyphs: { key: string; ids: number[] }[]
  /** Uploaded fonts by asset id: the variable text needs them. */
  fonts: { asset: string; bytes: Uint8Array }[]
  assets: { id: string; sha256: string }[]
}

export type LayerStep = { form: number } | { element: number }

export interface LayerImage {
  /** Resource name, from the file's hash. */
  name: string
  asset: string
  image: PdfImage
}

/** A page of an uploaded PDF as form XObject: objects with references among themselves. */
export interface LayerPdfPage {
  name: string
  asset: string
  page: number
  /** Points. */
  width: number
  height: number
  /** The first object is the form itself. `dict` refers to the others as `{{n}}`. */
  objects: { dict: string; stream?: Uint8Array }[]
}

const FORMAT = 'lettershop-layer-1\n'

/** Bytes in a JSON tree are kept beside it; only these two functions know the format. */
export const encodeLayer = (layer: Layer): Uint8Array => {
  const blobs: Uint8Array[] = []
  let length = 0
  const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
  const header = JSON.stringify(
    layer,
    replaceBytes(isBytes, (bytes) => {
      blobs.push(bytes)
      length += bytes.length
      return { $bytes: [length - bytes.length, bytes.length] }
    }),
  )
  const bytes = utf8(header)
  return concatenate([utf8(`${FORMAT}${bytes.length}\n`), bytes, ...blobs])
}

/** The pages of PDFs in a layer of another engine, where it has this form. */
export const pagesOfLayer = (bytes: Uint8Array): readonly LayerPdfPage[] =>
  latin1(bytes, 0, FORMAT.length) === FORMAT ? decodeLayer(bytes).pdfPages : []

export const decodeLayer = (bytes: Uint8Array): Layer => {
  if (latin1(bytes, 0, FORMAT.length) !== FORMAT) {
    throw new Error('This static layer was made by another version: publish the template again')
  }
  const lineEnd = bytes.indexOf(10, FORMAT.length)
  const start = lineEnd + 1
  const blobs = start + Number(latin1(bytes, FORMAT.length, lineEnd))
  // A copy: browsers decode no text of memory that threads share.
  const header = new TextDecoder().decode(bytes.slice(start, blobs))
  return JSON.parse(header, (_, value) => {
    const range = value?.$bytes as [number, number] | undefined
    return range ? bytes.subarray(blobs + range[0], blobs + range[0] + range[1]) : value
  }) as Layer
}

import { latin1 } from '#platform/text'
import { concatenate, utf8 } from '../../core/kernel/bytes.ts'
import type { PdfImage } from './images/image.ts'
import { replaceBytes } from './json-bytes.ts'

/**
 * The static layer as stored: a drawing list per page, the content streams of its forms, the images they
 * draw, the glyphs they use, the hash of every asset, and the engine that made it. Serialised as a format
 * name, a length, a JSON header and the bytes it refers to. So rendering a part needs no asset store.
 */
export interface Layer {
  engine: string
  /** Per page, from back to front: a form of the static layer or an element of the document. */
  pages: { steps: LayerStep[] }[]
  /** Content streams before compression, drawn by index. */
  forms: Uint8Array[]
  images: LayerImage[]
  pdfPages: LayerPdfPage[]
  /** Glyphs of the static text per font key. */
  glyphs: { key: string; ids: number[] }[]
  /** Uploaded fonts by asset id, for the variable text. */
  fonts: { asset: string; bytes: Uint8Array }[]
  assets: { id: string; sha256: string }[]
}

export type LayerStep = { form: number } | { element: number }

interface LayerImage {
  /** Resource name, derived from the file's hash. */
  name: string
  asset: string
  image: PdfImage
}

export interface LayerPdfPage {
  name: string
  asset: string
  page: number
  /** In points. */
  width: number
  height: number
  /** The first object is the form itself. `dict` refers to the others as `{{n}}`. */
  objects: { dict: string; stream?: Uint8Array }[]
}

const FORMAT = 'lettershop-layer-1\n'

/** Serialises a layer, with its byte arrays after the JSON header. `decodeLayer` is the inverse. */
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

/** Returns the PDF pages of a layer, which another engine may have made; none if its format differs. */
export const pagesOfLayer = (bytes: Uint8Array): readonly LayerPdfPage[] =>
  latin1(bytes, 0, FORMAT.length) === FORMAT ? decodeLayer(bytes).pdfPages : []

export const decodeLayer = (bytes: Uint8Array): Layer => {
  if (latin1(bytes, 0, FORMAT.length) !== FORMAT) {
    throw new Error('The static layer was made by another version. Publish the template again.')
  }
  const lineEnd = bytes.indexOf(10, FORMAT.length)
  const start = lineEnd + 1
  const blobs = start + Number(latin1(bytes, FORMAT.length, lineEnd))
  // Copies the header, because browsers don't decode text from shared memory.
  const header = new TextDecoder().decode(bytes.slice(start, blobs))
  return JSON.parse(header, (_, value) => {
    const range = value?.$bytes as [number, number] | undefined
    return range ? bytes.subarray(blobs + range[0], blobs + range[0] + range[1]) : value
  }) as Layer
}

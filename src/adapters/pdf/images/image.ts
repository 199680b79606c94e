/** An image as PDF objects, before object numbers exist. */
export interface PdfImage {
  widthPx: number
  heightPx: number
  /** `jpeg`: DCTDecode, bytes untouched. `flate`: deflated samples, with a PNG predictor when `predictor`. */
  encoding: 'jpeg' | 'flate'
  colour: 'gray' | 'rgb' | 'cmyk' | 'indexed'
  bitsPerComponent: number
  predictor: boolean
  /** Adobe's CMYK JPEGs store ink inverted. */
  inverted: boolean
  /** Embedded ICC profile, RGB only; without one sRGB is assumed. */
  profile?: Uint8Array
  /** RGB triples of an indexed image. */
  palette?: Uint8Array
  data: Uint8Array
  /** Opacity samples, deflated, of the same size and one component. */
  alpha?: { bitsPerComponent: number; data: Uint8Array }
  /** EXIF orientation 1 to 8: PDF ignores it, so the drawing turns the picture. */
  orientation: number
}

/** A3 at 600 ppi has 70 megapixels. */
export const MAX_PIXELS = 100_000_000
/** As many as a JPEG can have. */
export const MAX_SIDE_PX = 65_535

/** The file is not an image that can be printed; the message says why. */
export class ImageRefused extends Error {}

/** Size as seen: orientations 5 to 8 lie on their side. */
export const displaySize = (image: PdfImage): { w: number; h: number } =>
  image.orientation >= 5 ? { w: image.heightPx, h: image.widthPx } : { w: image.widthPx, h: image.heightPx }

/** `[a b c d e f]` of the unit square for each EXIF orientation, before scaling to the box. */
const ORIENTATIONS: readonly (readonly [number, number, number, number, number, number])[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
]

/** The matrix that puts the image upright into a box of points. */
export const imageMatrix = (
  image: Pick<PdfImage, 'orientation'>,
  box: { x: number; y: number; w: number; h: number },
): number[] => {
  const [a, b, c, d, e, f] = ORIENTATIONS[image.orientation - 1] ?? ORIENTATIONS[0]!
  return [a * box.w, b * box.h, c * box.w, d * box.h, box.x + e * box.w, box.y + f * box.h]
}

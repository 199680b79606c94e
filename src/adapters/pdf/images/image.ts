import { Fault } from '../../../core/kernel/sentences.ts'
import type { PictureSize } from '../../../typesetting/page/picture.ts'

/** An image as PDF objects, before object numbers exist. */
export interface PdfImage extends PictureSize {
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
}

/** A3 at 600 ppi has 70 megapixels. */
export const MAX_PIXELS = 100_000_000
/** As many as a JPEG can have. */
export const MAX_SIDE_PX = 65_535

/** The file is not an image that can be printed; the message says why. */
export class ImageRefused extends Fault<'image_fault'> {}

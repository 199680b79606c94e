import { Fault } from '../../../core/kernel/sentences.ts'
import type { PictureSize } from '../../../typesetting/page/picture.ts'

/** An image as PDF objects, before object numbers are assigned. */
export interface PdfImage extends PictureSize {
  /** `jpeg`: DCTDecode, bytes unchanged. `flate`: deflated samples, with a PNG predictor if `predictor`. */
  encoding: 'jpeg' | 'flate'
  colour: 'gray' | 'rgb' | 'cmyk' | 'indexed'
  bitsPerComponent: number
  predictor: boolean
  /** Adobe's CMYK JPEGs store inverted ink values. */
  inverted: boolean
  /** An embedded RGB profile; sRGB is assumed without one. */
  profile?: Uint8Array
  /** RGB triples of an indexed image. */
  palette?: Uint8Array
  data: Uint8Array
  /** Deflated opacity samples of the same size with one component. */
  alpha?: { bitsPerComponent: number; data: Uint8Array }
}

/** A3 at 600 ppi has 70 megapixels. */
export const MAX_PIXELS = 100_000_000
export const MAX_SIDE_PX = 65_535

export class ImageRefused extends Fault<'image_fault'> {}

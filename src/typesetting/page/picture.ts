/** The stored size of an image and its EXIF orientation. */
export interface PictureSize {
  widthPx: number
  heightPx: number
  /** EXIF orientation, 1 to 8. PDF ignores it, so the drawing matrix applies it. */
  orientation: number
}

/** Returns the size as displayed. Orientations 5 to 8 swap width and height. */
export const displaySize = (image: PictureSize): { w: number; h: number } =>
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

/** Returns the matrix that draws the image upright into a box in points. */
export const imageMatrix = (
  image: Pick<PictureSize, 'orientation'>,
  box: { x: number; y: number; w: number; h: number },
): number[] => {
  const [a, b, c, d, e, f] = ORIENTATIONS[image.orientation - 1] ?? ORIENTATIONS[0]!
  return [a * box.w, b * box.h, c * box.w, d * box.h, box.x + e * box.w, box.y + f * box.h]
}

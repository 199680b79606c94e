/** Returns the pixels of a picture, scaled down to `longest` on its longer side. */
export const pixelsOf = (picture: ImageBitmap, longest: number): ImageData => {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

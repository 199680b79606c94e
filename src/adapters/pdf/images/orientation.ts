/** Returns the orientation (1 to 8) in the first directory of an EXIF block (tag 0x0112); 1 by default. */
export const exifOrientation = (tiff: Uint8Array): number => {
  if (tiff.length < 14) return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return 1
  const entries = view.getUint16(directory, little)
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return 1
    if (view.getUint16(entry, little) !== 0x0112) continue
    const value = view.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Samples in rows from top to bottom. Each row is padded to a whole byte. */
export interface Raster {
  widthPx: number
  heightPx: number
  bitsPerPixel: number
  data: Uint8Array
}

export const strideOf = ({ widthPx, bitsPerPixel }: Pick<Raster, 'widthPx' | 'bitsPerPixel'>): number =>
  Math.ceil((widthPx * bitsPerPixel) / 8)

export const orientedUpright = (raster: Raster, orientation: number): Raster => {
  if (orientation === 1) return raster
  const { widthPx, heightPx, bitsPerPixel, data } = raster
  const swapsSides = orientation >= 5
  const size = swapsSides
    ? { widthPx: heightPx, heightPx: widthPx, bitsPerPixel }
    : { widthPx, heightPx, bitsPerPixel }
  const from = strideOf(raster)
  const to = strideOf(size)
  const rotated = new Uint8Array(to * size.heightPx)
  const mirrorsX = [2, 3, 7, 8].includes(orientation)
  const mirrorsY = [3, 4, 6, 7].includes(orientation)
  const bytes = bitsPerPixel >> 3
  for (let y = 0; y < size.heightPx; y++) {
    for (let x = 0; x < size.widthPx; x++) {
      const column = swapsSides ? y : x
      const row = swapsSides ? x : y
      const sourceX = mirrorsX ? widthPx - 1 - column : column
      const sourceY = mirrorsY ? heightPx - 1 - row : row
      if (bitsPerPixel < 8) {
        copyPixel(data.subarray(sourceY * from), sourceX, rotated.subarray(y * to), x, bitsPerPixel)
        continue
      }
      let source = sourceY * from + sourceX * bytes
      let target = y * to + x * bytes
      for (let byte = 0; byte < bytes; byte++) rotated[target++] = data[source++]!
    }
  }
  return { ...size, data: rotated }
}

/** Copies the pixel at `index` of one row to `place` in another, where its bits must be zero. */
export const copyPixel = (
  from: Uint8Array,
  index: number,
  to: Uint8Array,
  place: number,
  bits: number,
): void => {
  if (bits >= 8) {
    const bytes = bits >> 3
    for (let byte = 0; byte < bytes; byte++) to[place * bytes + byte] = from[index * bytes + byte]!
    return
  }
  const value = (from[(index * bits) >> 3]! >> (8 - bits - ((index * bits) & 7))) & ((1 << bits) - 1)
  to[(place * bits) >> 3]! |= value << (8 - bits - ((place * bits) & 7))
}

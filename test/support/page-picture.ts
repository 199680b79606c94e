import { inflateSync } from 'node:zlib'
import type { BoxMm } from '../../src/core/kernel/finding.ts'

const mmPerInch = 25.4
/** Offset of the data of the first chunk, the PNG's header. */
const header = 16
/** The filter of all rows in the renderer's images: differences from the row above. */
const UP = 2

/** Inflates the rows of a page image. Throws unless it has 8 bits each of red, green and blue. */
const read = (png: Uint8Array): { width: number; height: number; rows: Buffer } => {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const parts: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length))
  }
  if (bytes.readUInt32BE(header + 8) !== 0x08020000) throw new Error('The picture is of another kind.')
  return {
    width: bytes.readUInt32BE(header),
    height: bytes.readUInt32BE(header + 4),
    rows: inflateSync(Buffer.concat(parts)),
  }
}

/**
 * Returns the box around all ink within a part of a page image, in mm; undefined if there is none. Decodes
 * only the red samples, because a general library takes longer than drawing the page.
 */
export const inkIn = (png: Uint8Array, area: BoxMm, dpi: number): BoxMm | undefined => {
  const { width, height, rows } = read(png)
  const perMm = dpi / mmPerInch
  const left = Math.max(0, Math.floor(area.x * perMm))
  const right = Math.min(width, Math.ceil((area.x + area.w) * perMm))
  const top = Math.max(0, Math.floor(area.y * perMm))
  const bottom = Math.min(height, Math.ceil((area.y + area.h) * perMm))
  const reds = new Uint8Array(width)
  let [minX, maxX, minY, maxY] = [width, -1, height, -1]
  for (let y = 0; y < bottom; y++) {
    const row = y * (1 + width * 3)
    if (rows[row] !== UP) throw new Error('The rows of the picture are stored in another way.')
    for (let x = left; x < right; x++) {
      reds[x]! += rows[row + 1 + x * 3]!
      if (y < top || reds[x]! > 240) continue
      minX = Math.min(minX, x)
      maxX = Math.max(maxX, x)
      minY = Math.min(minY, y)
      maxY = Math.max(maxY, y)
    }
  }
  if (maxX < 0) return undefined
  return {
    x: minX / perMm,
    y: minY / perMm,
    w: (maxX + 1 - minX) / perMm,
    h: (maxY + 1 - minY) / perMm,
  }
}

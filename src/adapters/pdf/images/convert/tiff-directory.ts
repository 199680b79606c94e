import { latin1 } from '#platform/text'
import { ImageRefused } from '../image.ts'
import { imageFaults } from '../sentences.ts'

const { say } = imageFaults

export const tiffDamaged = () => new ImageRefused(say('image_fault.damaged', { format: 'TIFF' }))

/** The fields of the first picture of a TIFF, by their tags. */
export interface TiffDirectory {
  isLittle: boolean
  /** Whole numbers of a field; empty where it is absent. */
  numbers(tag: number): readonly number[]
  number(tag: number, otherwise: number): number
  bytes(tag: number): Uint8Array | undefined
  /** Whether further pictures follow. */
  hasMore: boolean
}

/** Bytes of a value by its type: those of text and of whole numbers. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 }

export const tiffDirectory = (file: Uint8Array): TiffDirectory => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 8) throw tiffDamaged()
  const isLittle = latin1(file, 0, 2) === 'II'
  const start = view.getUint32(4, isLittle)
  if (start + 2 > file.length) throw tiffDamaged()
  const count = view.getUint16(start, isLittle)
  const end = start + 2 + count * 12
  if (end > file.length) throw tiffDamaged()
  const fields = new Map<number, { size: number; at: number; count: number }>()
  for (let at = start + 2; at < end; at += 12) {
    const size = SIZES[view.getUint16(at + 2, isLittle)]
    if (!size) continue
    const values = view.getUint32(at + 4, isLittle)
    const place = size * values <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
    if (place + size * values > file.length) throw tiffDamaged()
    fields.set(view.getUint16(at, isLittle), { size, at: place, count: values })
  }
  const valueAt = (size: number, at: number) =>
    size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle)
  const numbers = (tag: number): number[] => {
    const field = fields.get(tag)
    if (!field) return []
    return Array.from({ length: field.count }, (_, index) =>
      valueAt(field.size, field.at + index * field.size),
    )
  }
  return {
    isLittle,
    numbers,
    number: (tag, otherwise) => numbers(tag)[0] ?? otherwise,
    bytes: (tag) => {
      const field = fields.get(tag)
      return field && file.subarray(field.at, field.at + field.count * field.size)
    },
    hasMore: end + 4 <= file.length && view.getUint32(end, isLittle) !== 0,
  }
}

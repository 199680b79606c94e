import { PdfString, type PdfValue } from '../import/objects.ts'

/** Longer names are cut where they are told. */
const MAX_NAME = 60

/** A text string, which is UTF-16 or UTF-8 where it says so; else its letters are those of Latin-1. */
export const textOf = (value: PdfValue): string => {
  if (!(value instanceof PdfString)) return '?'
  const { bytes } = value
  const encoding =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xef && bytes[1] === 0xbb
        ? 'utf-8'
        : 'latin1'
  const text = new TextDecoder(encoding).decode(bytes.slice()).replace(/\p{Cc}/gu, ' ')
  const letters = [...text]
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME).join('')}…` : text
}

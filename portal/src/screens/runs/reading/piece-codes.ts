import { printedItemCode } from '../../../../../src/core/template/sheet-mark.ts'

/** Identifies the piece of a code: its mark and QR code give the same result. */
export const pieceOf = (code: string): string => printedItemCode(code)

/**
 * Returns the codes on our sheets, one for each piece. Franking is a DataMatrix too, and other QR codes may
 * be in the picture.
 */
export const codesOfPieces = (texts: readonly string[]): string[] => {
  const codes = new Map<string, string>()
  for (const text of texts) {
    const piece = pieceOf(text)
    const isOurs = piece !== text.trim().toUpperCase()
    if (isOurs && !codes.has(piece)) codes.set(piece, text.trim())
  }
  return [...codes.values()]
}

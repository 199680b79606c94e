import { printedItemCode } from '../../../../../src/core/template/sheet-mark.ts'

/** Returns the code of the piece; the same for the piece's mark and its QR code. */
export const pieceOf = (code: string): string => printedItemCode(code)

/** Codes on our sheets, one for each piece, without other QR codes and franking (DataMatrix too). */
export const codesOfPieces = (texts: readonly string[]): string[] => {
  const codes = new Map<string, string>()
  for (const text of texts) {
    const piece = pieceOf(text)
    const isOurs = piece !== text.trim().toUpperCase()
    if (isOurs && !codes.has(piece)) codes.set(piece, text.trim())
  }
  return [...codes.values()]
}

import { printedItemCode } from '../../../../../src/core/template/sheet-mark.ts'

/** What a code is of: a mark and a QR code of one piece name the same. */
export const pieceOf = (code: string): string => printedItemCode(code)

/**
 * Of the codes in a picture those that stand on our sheets, one for each piece: a franking is a DataMatrix too,
 * and other people's QR codes lie on the same desk.
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

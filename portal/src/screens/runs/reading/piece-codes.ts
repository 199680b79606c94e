import { printedItemCode } from '#lettershop/template'

/** Returns the code of a piece from either its mark or its QR code. */
export const pieceOf = (code: string): string => printedItemCode(code)

/** Returns the first code of each piece; drops other QR codes and franking, which also uses DataMatrix. */
export const codesOfPieces = (texts: readonly string[]): string[] => {
  const codes = new Map<string, string>()
  for (const text of texts) {
    const piece = pieceOf(text)
    const isOurs = piece !== text.trim().toUpperCase()
    if (isOurs && !codes.has(piece)) codes.set(piece, text.trim())
  }
  return [...codes.values()]
}

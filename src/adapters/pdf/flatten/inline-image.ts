import type { PdfParser } from '../import/parser.ts'

/** An inline image ends with `EI` between white space; its bytes may hold anything else. */
export const skipInlineImage = (parser: PdfParser, content: Uint8Array): void => {
  const isWhite = (byte: number | undefined) => byte === undefined || byte <= 32
  for (let at = parser.at; at < content.length - 1; at++) {
    if (content[at] !== 69 || content[at + 1] !== 73) continue
    if (isWhite(content[at - 1]) && isWhite(content[at + 2])) {
      parser.at = at + 2
      return
    }
  }
  parser.at = content.length
}

import type { PdfValue } from './objects.ts'
import { PdfParser } from './parser.ts'

/** Skips an inline image, which ends with `EI` between white space. Its bytes may contain anything else. */
const skipInlineImage = (parser: PdfParser, content: Uint8Array): void => {
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

/** An operator of a content stream with its operands. `start` and `end` are offsets in the source. */
export interface Operation {
  operator: string
  operands: readonly PdfValue[]
  start: number
  end: number
}

/** Calls `visit` for each operator until it returns false. An inline image is one `BI` operator. */
export const eachOperation = (content: Uint8Array, visit: (operation: Operation) => boolean): void => {
  const parser = new PdfParser(content)
  let operands: PdfValue[] = []
  let start = 0
  for (;;) {
    parser.skipWhite()
    if (parser.at >= content.length) return
    if (operands.length === 0) start = parser.at
    const token = parser.token()
    if (typeof token !== 'string') {
      operands.push(token)
      continue
    }
    if (token === 'BI') skipInlineImage(parser, content)
    if (!visit({ operator: token, operands, start, end: parser.at })) return
    operands = []
  }
}

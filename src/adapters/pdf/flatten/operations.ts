import type { PdfValue } from '../import/objects.ts'
import { PdfParser } from '../import/parser.ts'
import { skipInlineImage } from './inline-image.ts'

/** An operator of a content stream with its operands; `start` and `end` are offsets of its source. */
export interface Operation {
  operator: string
  operands: readonly PdfValue[]
  start: number
  end: number
}

/** Goes through the operators of a content stream until `visit` returns false. An inline image is one `BI`. */
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

const quote = 0x22
const backslash = 0x5c

/** White space, and the characters between values. */
const separators: ReadonlySet<number> = new Set([...' \t\r\n,:]}'].map((sign) => sign.charCodeAt(0)))
const isSeparator = Uint8Array.from({ length: 256 }, (_, byte) => Number(separators.has(byte)))

/**
 * Counts the names and values in a JSON text, lists and objects included, until there are more than `enough`.
 * It costs a tenth of parsing, so a text with too many is refused before it is parsed. In malformed JSON it
 * counts what looks like a value.
 */
export const countValues = (json: Uint8Array, enough: number): number => {
  let count = 0
  let inWord = false
  for (let at = 0; at < json.length && count <= enough; at++) {
    const byte = json[at]!
    if (isSeparator[byte] === 1) inWord = false
    else if (byte === quote) {
      count++
      inWord = false
      at = endOfText(json, at)
    } else if (byte === 0x5b || byte === 0x7b) {
      count++
      inWord = false
    } else if (!inWord) {
      count++
      inWord = true
    }
  }
  return count
}

const endOfText = (json: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

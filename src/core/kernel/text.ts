/** How many characters a text has as JSON Schema counts them: Unicode code points, not UTF-16 code units. */
export const characterCount = (text: string): number => {
  let count = text.length
  // Every pair of surrogates is one character. A match for each would be an object for each: of a megabyte of emoji, 300,000.
  for (let at = 1; at < text.length; at++) {
    if (!isLow(text.charCodeAt(at)) || !isHigh(text.charCodeAt(at - 1))) continue
    count--
    at++
  }
  return count
}

/** A text in order and in pieces of so many UTF-16 units, or one more: none ends between the halves of a surrogate pair. */
export function* piecesOf(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + length
    const next = isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)) ? end + 1 : end
    yield text.slice(at, next)
    at = next
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** FNV-1a as letters and digits: nothing secret or unforgeable, only short and the same tomorrow. */
export const checksum = (text: string): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash.toString(36)
}

/** How many characters a text has as JSON Schema counts them: Unicode code points, not UTF-16 code units. */
export const characterCount = (text: string): number => {
  let count = text.length
  // Every pair of surrogates is one character.
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count--
  return count
}

/** FNV-1a as letters and digits: nothing secret or unforgeable, only short and the same tomorrow. */
export const checksum = (text: string): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash.toString(36)
}

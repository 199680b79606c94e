/** How many characters a text has as JSON Schema counts them: Unicode code points, not UTF-16 code units. */
export const characterCount = (text: string): number => {
  let count = text.length
  // Every pair of surrogates is one character.
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count--
  return count
}

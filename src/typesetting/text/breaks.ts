/// <reference path="./vendor.d.ts" />
import LineBreaker from 'linebreak'

/**
 * Plain prose: words of letters and digits, each with closing punctuation at most, divided by spaces. Here
 * the Unicode line breaking rules allow a break before every word and nowhere else, so the long way
 * is spared. Anything with hyphens, slashes, brackets or other scripts goes through UAX #14.
 */
const PROSE = /^(?:[A-Za-z0-9\u00C0-\u024F]+[.,;:!?]?(?: +|$))*$/
const WORD_STARTS = /(?<= )[^ ]/g

/** Where a line may begin, as indices into the text. */
export const breakOpportunities = (text: string): ReadonlySet<number> => {
  const breaks = new Set<number>()
  if (PROSE.test(text)) {
    for (const match of text.matchAll(WORD_STARTS)) breaks.add(match.index)
    return breaks
  }
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    if (found.position < text.length) breaks.add(found.position)
  }
  return breaks
}

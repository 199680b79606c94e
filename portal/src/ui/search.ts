/** Normalises a text for search: trimmed, in lower case, without accents. */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A value with its label and other search terms, such as its code. */
export type Choice = readonly [value: string, word: string, also?: string]

/** Returns up to `max` matches: exact, prefixes, then others. With `areIds`, values match only exactly. */
export const found = (choices: readonly Choice[], text: string, max = 60, areIds = false): Choice[] => {
  const searched = plain(text)
  if (searched === '') return choices.slice(0, max)
  const exact: Choice[] = []
  const begins: Choice[] = []
  const holds: Choice[] = []
  for (const choice of choices) {
    const [value, word, also = ''] = choice
    const texts = [word, ...(areIds ? [] : [value]), ...also.split('|')].map(plain)
    if (texts.includes(searched) || plain(value) === searched) exact.push(choice)
    else if (texts.some((one) => one.startsWith(searched))) begins.push(choice)
    else if (texts.some((one) => one.includes(searched))) holds.push(choice)
  }
  return [...exact, ...begins, ...holds].slice(0, max)
}

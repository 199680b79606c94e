/** A text as it is looked for: without capitals and accents. */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A value with its word, and with what else finds it, such as its code. */
export type Choice = readonly [value: string, word: string, also?: string]

/**
 * The choices that hold a text: the one whose name or code it is first, then those that begin with it, each group
 * in the order of the choices. Where `areIds`, no part of a value is looked for: nobody knows a piece of an id.
 */
export const found = (choices: readonly Choice[], text: string, most = 60, areIds = false): Choice[] => {
  const looked = plain(text)
  if (looked === '') return choices.slice(0, most)
  const exact: Choice[] = []
  const begins: Choice[] = []
  const holds: Choice[] = []
  for (const choice of choices) {
    const [value, word, also = ''] = choice
    const texts = [word, ...(areIds ? [] : [value]), ...also.split('|')].map(plain)
    if (texts.includes(looked) || plain(value) === looked) exact.push(choice)
    else if (texts.some((one) => one.startsWith(looked))) begins.push(choice)
    else if (texts.some((one) => one.includes(looked))) holds.push(choice)
  }
  return [...exact, ...begins, ...holds].slice(0, most)
}

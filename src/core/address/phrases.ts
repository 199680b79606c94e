/** Two words at least, none of them an abbreviation. */
export const isPhrase = (text: string): boolean => {
  const words = text.split(/[\s/&+]+/).filter((word) => /\p{L}/u.test(word))
  return words.length > 1 && words.every((word) => endsInLetters(word) && !word.includes('.'))
}

/** Reads the end only, since a word may be as long as a merge field. */
const endsInLetters = (word: string): boolean => /^\p{L}{2}$/u.test([...word.slice(-4)].slice(-2).join(''))

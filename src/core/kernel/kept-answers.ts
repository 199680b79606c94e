/** Longer texts are asked about again each time: what is kept has a bound. */
const longestText = 200
const most = 1000

/** The same function of a text alone, which is asked only once about each of those that come again and again. */
export const keptAnswers = <T>(ask: (text: string) => T): ((text: string) => T) => {
  const kept = new Map<string, { answer: T }>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known.answer
    const answer = ask(text)
    if (kept.size >= most) kept.clear()
    if (text.length <= longestText) kept.set(text, { answer })
    return answer
  }
}

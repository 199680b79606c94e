/** Longer names are not compared: no known name is half as long. */
const maxLength = 64

/** Returns the most similar name. Ignores case and separators; at most a third of the letters may differ. */
export const nearest = (name: string, known: Iterable<string>): string | undefined => {
  if (name.length > maxLength) return undefined
  const folded = fold(name)
  let best: { name: string; away: number } | undefined
  for (const candidate of known) {
    const away = distance(folded, fold(candidate))
    if (
      away <= Math.max(1, Math.floor(candidate.length / 3)) &&
      away < (best?.away ?? Number.POSITIVE_INFINITY)
    ) {
      best = { name: candidate, away }
    }
  }
  return best?.name
}

const fold = (name: string): string => name.replace(/[_\s-]/g, '').toLowerCase()

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}

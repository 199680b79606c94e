import { slices } from '../kernel/slices.ts'
import type { Turns } from '../ports/turns.ts'

/** Values that are sorted, or merged, without a rest. */
const atOnce = 250

type Compare<T> = (one: T, other: T) => number

/** Sorts as `toSorted` does, with rests in between: a long list would hold up others. */
export const sortedInTurns = async <T>(
  values: readonly T[],
  compare: Compare<T>,
  turns: Turns,
): Promise<T[]> => {
  let runs: T[][] = []
  for (const slice of slices(values, atOnce)) {
    await turns.rest()
    runs.push(slice.toSorted(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (const [one = [], other = []] of slices(runs, 2)) merged.push(await merge(one, other, compare, turns))
    runs = merged
  }
  return runs[0] ?? []
}

const merge = async <T>(
  one: readonly T[],
  other: readonly T[],
  compare: Compare<T>,
  turns: Turns,
): Promise<T[]> => {
  const merged: T[] = []
  let [at, otherAt] = [0, 0]
  while (at < one.length && otherAt < other.length) {
    if (merged.length % atOnce === 0) await turns.rest()
    merged.push(compare(one[at]!, other[otherAt]!) <= 0 ? one[at++]! : other[otherAt++]!)
  }
  return merged.concat(one.slice(at), other.slice(otherAt))
}

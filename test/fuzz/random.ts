import { createSeededRandom } from '../../src/adapters/memory/random.ts'

/** Choices that a seed repeats. */
export interface Dice {
  /** 0 ≤ n < 1. */
  float(): number
  /** An integer from 0 up to, but not including, `below`. */
  integer(below: number): number
  chance(share: number): boolean
  pick<T>(values: readonly T[]): T
}

export const createDice = (seed: string): Dice => {
  const random = createSeededRandom(seed)
  const integer = (below: number) => Math.floor(random.float() * below)
  return {
    float: () => random.float(),
    integer,
    chance: (share) => random.float() < share,
    pick: (values) => values[integer(values.length)]!,
  }
}

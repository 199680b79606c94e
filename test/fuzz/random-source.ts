import { createSeededRandom } from '../../src/adapters/memory/random.ts'

/** A deterministic source of random choices: equal seeds give equal choices in the same order. */
export interface RandomSource {
  /** 0 ≤ n < 1. */
  float(): number
  /** An integer from 0 up to, but not including, `below`. */
  integer(below: number): number
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean
  /** One of the values, each equally likely. */
  pick<T>(values: readonly T[]): T
}

export const createRandomSource = (seed: string): RandomSource => {
  const random = createSeededRandom(seed)
  const integer = (below: number) => Math.floor(random.float() * below)
  return {
    float: () => random.float(),
    integer,
    chance: (probability) => random.float() < probability,
    pick: (values) => values[integer(values.length)]!,
  }
}

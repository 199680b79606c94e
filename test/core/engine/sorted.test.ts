import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedInTurns } from '../../../src/core/features/postbatches/salutations.ts'
import { noTurns } from '../../../src/core/ports/system.ts'

type Entry = { key: number; place: number }
const byKey = (one: Entry, other: Entry) => one.key - other.key

test('sorts like toSorted, keeping equal values in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 1200, size: 'max' }), async (keys) => {
      const entries = keys.map((key, place) => ({ key, place }))
      expect(await sortedInTurns(entries, byKey, noTurns)).toEqual(entries.toSorted(byKey))
    }),
    { numRuns: 50 },
  )
})

test('yields between chunks', async () => {
  const values = Array.from({ length: 5_000 }, (_, at) => ({ key: (at * 7919) % 5_000, place: at }))
  let [rests, compared, most] = [0, 0, 0]
  const turns = {
    rest() {
      rests++
      most = Math.max(most, compared)
      compared = 0
      return undefined
    },
  }
  const compare = (one: Entry, other: Entry) => {
    compared++
    return byKey(one, other)
  }
  expect((await sortedInTurns(values, compare, turns)).map(({ key }) => key)).toEqual(
    values.map((_, at) => at),
  )
  expect(rests).toBeGreaterThan(40)
  expect(most).toBeLessThan(5_000)
})

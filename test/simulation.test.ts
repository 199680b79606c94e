import { describe, expect, test } from 'vitest'
import { invariants } from './simulation/invariants/index.ts'
import { plants } from './simulation/plants.ts'
import { simulate } from './simulation/simulate.ts'
import { carryOut } from './simulation/worker.ts'

/** `npm run simulate` runs thousands. */
describe('the simulation', () => {
  test.each([1, 2, 3, 4, 5, 6])('everything holds in the world of seed %i', async (seed) => {
    expect((await simulate(String(seed))).broken).toEqual([])
  })

  test('the same seed tells the same story', async () => {
    const first = await simulate('7', { tells: true })
    const again = await simulate('7', { tells: true })
    expect(again.story).toEqual(first.story)
    expect(first.story.length).toBeGreaterThan(50)
  })

  test('every invariant has a planted bug that it must see', () => {
    const broken = new Set(Object.values(plants).map(({ breaks }) => breaks))
    expect(Object.keys(invariants).filter((name) => !broken.has(name))).toEqual([])
    expect([...broken].filter((name) => !(name in invariants))).toEqual([])
  })

  // One for each kind of invariant; all of them are `npm run simulate -- --plants`, in `.ci/run`.
  test.each([
    'idempotency keys are forgotten',
    'pieces change their places',
    'an event is lost',
    'ids are minted anew at every attempt',
    'the account forgets what the ledger says',
    'a rollup is lost',
    'a run is forgotten once it is closed',
  ])(
    'a planted bug is found: %s',
    async (plant) => {
      const { failures } = await carryOut({ from: 1, to: 200, plant })
      expect(failures).toHaveLength(1)
    },
    60_000,
  )
})

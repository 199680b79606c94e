import { describe, expect, test } from 'vitest'
import { injectedBugs } from './simulation/injected-bugs.ts'
import { invariants } from './simulation/invariants/index.ts'
import { simulate } from './simulation/simulate.ts'
import { runBatch } from './simulation/worker.ts'

/** A few seeds; `npm run simulate` runs thousands. */
describe('the simulation', () => {
  test.each([1, 2, 3, 4, 5, 6])('all invariants hold for seed %i', async (seed) => {
    expect((await simulate(String(seed))).violations).toEqual([])
  })

  test('the same seed gives the same trace', async () => {
    const first = await simulate('7', { trace: true })
    const again = await simulate('7', { trace: true })
    expect(again.trace).toEqual(first.trace)
    expect(first.trace.length).toBeGreaterThan(50)
  })

  test('every invariant has an injected bug that it must find', () => {
    const covered = new Set(Object.values(injectedBugs).map(({ violates }) => violates))
    expect(Object.keys(invariants).filter((name) => !covered.has(name))).toEqual([])
    expect([...covered].filter((name) => !(name in invariants))).toEqual([])
  })

  // One bug for each kind of invariant; `npm run simulate -- --injected-bugs` in `.ci/run` runs all of them.
  test.each([
    'idempotency keys are forgotten',
    'items change their position in a package',
    'an event is lost',
    'every delivery attempt gets a new id',
    'the account misses entries of the ledger',
    'a rollup is lost',
    'a closed run is never rendered',
  ])('an injected bug is found: %s', async (bug) => {
    const { failures } = await runBatch({ from: 1, to: 200, bug })
    expect(failures).toHaveLength(1)
  })
})

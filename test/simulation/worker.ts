/** A child process of `npm run simulate`: runs batches of seeds, one after the other. */
import foundAt from './found-at.json' with { type: 'json' }
import { injectedBugs } from './injected-bugs.ts'
import { type Outcome, simulate } from './simulate.ts'

export interface SeedBatch {
  from: number
  /** The last seed of the batch. */
  to: number
  /** Name of the injected bug. The batch ends at the first seed that detects it. */
  bug?: string
}

/** Sent before each seed, so that the parent knows the seed of a process that hangs. */
export interface SeedStarted {
  started: number
}

export interface BatchResult {
  steps: number
  tally: Record<string, number>
  failures: Pick<Outcome, 'seed' | 'violations'>[]
}

/** Seeds that detected the bugs last time; each is tried before the others. */
const lastFoundAt: Readonly<Record<string, number>> = foundAt

export const runBatch = async (
  { from, to, bug: name }: SeedBatch,
  report: (started: SeedStarted) => void = () => {},
): Promise<BatchResult> => {
  const injectedBug = name === undefined ? undefined : injectedBugs[name]!
  const result: BatchResult = { steps: 0, tally: {}, failures: [] }
  const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const found = seeds.filter((seed) => seed === lastFoundAt[name ?? ''])
  for (const seed of [...found, ...seeds.filter((seed) => !found.includes(seed))]) {
    report({ started: seed })
    const outcome = await runSeed(String(seed), injectedBug)
    result.steps += outcome.steps
    addTo(result.tally, outcome.tally)
    const violations = injectedBug
      ? outcome.violations.filter(({ invariant }) => invariant === injectedBug.violates)
      : outcome.violations
    if (violations.length === 0) continue
    result.failures.push({ seed: String(seed), violations })
    if (injectedBug) break
  }
  return result
}

export const addTo = (sums: Record<string, number>, tally: Readonly<Record<string, number>>): void => {
  for (const [what, times] of Object.entries(tally)) sums[what] = (sums[what] ?? 0) + times
}

/** The invariant that a seed violates if its run throws or does not end. */
export const simulatorFailure = 'the simulation itself runs to its end'

const runSeed = async (seed: string, injectedBug: (typeof injectedBugs)[string] | undefined) => {
  try {
    return await simulate(seed, { injectedBug })
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { steps: 0, tally: {}, violations: [{ invariant: simulatorFailure, what }] }
  }
}

if (process.send) {
  process.on('message', (batch: SeedBatch) => {
    runBatch(batch, (started) => process.send!(started)).then((result) => process.send!(result))
  })
}

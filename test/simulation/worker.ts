/** A process of `npm run simulate`: runs the seeds that it is told, one after the other. */
import { plants } from './plants.ts'
import { type Outcome, simulate } from './simulate.ts'

export interface Order {
  from: number
  to: number
  /** With this bug put in; it stops at the first seed that shows it. */
  plant?: string
}

/** What the process says before each seed: one that never ends is known by it. */
export interface Begun {
  begun: number
}

export interface Found {
  steps: number
  tally: Record<string, number>
  failures: Pick<Outcome, 'seed' | 'broken'>[]
}

export const carryOut = async (
  { from, to, plant: name }: Order,
  tell: (begun: Begun) => void = () => {},
): Promise<Found> => {
  const plant = name === undefined ? undefined : plants[name]!
  const found: Found = { steps: 0, tally: {}, failures: [] }
  for (let seed = from; seed <= to; seed++) {
    tell({ begun: seed })
    const { steps, tally, broken } = await runOne(String(seed), plant)
    found.steps += steps
    addTo(found.tally, tally)
    const counts = plant ? broken.filter(({ invariant }) => invariant === plant.breaks) : broken
    if (counts.length === 0) continue
    found.failures.push({ seed: String(seed), broken: counts })
    if (plant) break
  }
  return found
}

export const addTo = (sums: Record<string, number>, tally: Readonly<Record<string, number>>): void => {
  for (const [what, times] of Object.entries(tally)) sums[what] = (sums[what] ?? 0) + times
}

/** A world that falls over is broken too. */
const runOne = async (seed: string, plant: (typeof plants)[string] | undefined) => {
  try {
    return await simulate(seed, { plant })
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { steps: 0, tally: {}, broken: [{ invariant: 'the simulation itself', what }] }
  }
}

if (process.send) {
  process.on('message', (order: Order) => {
    carryOut(order, (begun) => process.send!(begun)).then((found) => process.send!(found))
  })
}

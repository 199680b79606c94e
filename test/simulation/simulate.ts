import { createHash } from 'node:crypto'
import { chaos } from './chaos.ts'
import { heal } from './heal.ts'
import { type Broken, check } from './invariants/index.ts'
import type { Plant } from './plants.ts'
import { Town } from './town.ts'
import { World } from './world.ts'

export interface Outcome {
  seed: string
  broken: Broken[]
  /** Empty unless it was asked for. */
  story: readonly string[]
  steps: number
  /** What happened how often: events, answers, crashes. Shows that the world was no quiet one. */
  tally: Readonly<Record<string, number>>
  /** Of everything that was committed: equal for equal seeds. */
  digest: string
}

/** One world from its seed: it is built, goes through its troubles, heals, and is looked at. */
export const simulate = async (
  seed: string,
  options: { plant?: Plant | undefined; tells?: boolean } = {},
): Promise<Outcome> => {
  const world = new World(seed, options)
  world.story.tell('world', () => JSON.stringify(world.profile))
  const town = new Town(world)
  await town.build()
  const { steps } = await chaos(town)
  const restless = await heal(town)
  const broken = await check(town, restless)
  for (const { invariant, what } of broken) world.story.tell('BROKEN', () => `${invariant}: ${what}`)
  const digest = createHash('sha256')
  for (const event of world.chronicle.events) digest.update(event.body)
  const tally = tallyOf(world, town)
  return { seed, broken, story: world.story.lines, steps, tally, digest: digest.digest('hex') }
}

const tallyOf = ({ chronicle }: World, { servers }: Town): Record<string, number> => {
  const tally: Record<string, number> = {}
  const count = (what: string, times = 1) => {
    tally[what] = (tally[what] ?? 0) + times
  }
  for (const { type } of chronicle.events) count(`event ${type}`)
  for (const { operation, status } of chronicle.deeds) {
    if (status === undefined || status < 300)
      count(`${status === undefined ? 'unheard' : 'accepted'} ${operation}`)
    else count(`refused ${operation}`)
  }
  count('receipts', chronicle.receipts.length)
  count('printings', chronicle.printings.length)
  count('mails', chronicle.mailed.length)
  count(
    'crashes',
    servers.reduce((sum, { crashes }) => sum + crashes, 0),
  )
  return tally
}

/**
 * The deterministic simulation: `npm run simulate -- --seeds 1000`. Whole worlds of servers, clients, printers, receivers
 * and a clock, each from its seed, with everything that can go wrong; what must hold is looked at when all is well again.
 *
 *   --seeds N     so many seeds, from --from (1)
 *   --seed S      this one; with --story everything that happened in it
 *   --tally       with --seeds: what happened how often
 *   --plant NAME  with a bug put in on purpose: found within --seeds (200), or it ends with 1
 *   --plants      all of them
 *   --jobs N      processes; as many as there are cores by default
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithUs } from '../support/end-with-us.ts'
import { plants } from './plants.ts'
import { type Outcome, simulate } from './simulate.ts'
import { addTo, type Begun, type Found, type Order } from './worker.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    story: { type: 'boolean', default: false },
    plant: { type: 'string' },
    plants: { type: 'boolean', default: false },
    tally: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const from = Number(values.from)
const jobs = Math.max(1, Number(values.jobs))

const describe = ({ seed, broken }: Pick<Outcome, 'seed' | 'broken'>, plant?: string): void => {
  console.log(`\n✗ seed ${seed}`)
  for (const { invariant, what } of broken.slice(0, 10))
    console.log(`  ${invariant}\n    ${what.slice(0, 600)}`)
  if (broken.length > 10) console.log(`  … and ${broken.length - 10} more`)
  console.log(`  npm run simulate -- --seed ${seed}${plant ? ` --plant ${plant}` : ''} --story`)
}

/** Far longer than any seed takes. */
const longestSeedMs = 120_000

/** Runs orders in child processes, as many at a time as there are jobs. */
const inChildren = async (
  orders: readonly Order[],
  hear: (order: Order, found: Found) => void,
): Promise<void> => {
  const waiting = [...orders]
  const lane = async () => {
    for (let order = waiting.shift(); order; ) {
      const child = endWithUs(
        fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
      )
      for (let isAlive = true; isAlive && order; ) {
        const found = await carriedOut(child, order)
        hear(order, found)
        isAlive = child.connected
        order = waiting.shift()
      }
      child.kill()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, orders.length) }, lane))
}

/** What a child finds; one that ends or stands still is killed, and its seed is broken. */
const carriedOut = (child: ChildProcess, order: Order): Promise<Found> =>
  new Promise((resolve) => {
    let seed = order.from
    const end = (found: Found) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(found)
    }
    const giveUp = (what: string) => {
      child.disconnect()
      child.kill('SIGKILL')
      end({
        steps: 0,
        tally: {},
        failures: [{ seed: String(seed), broken: [{ invariant: 'the simulation itself', what }] }],
      })
    }
    const begin = () => setTimeout(() => giveUp('It never ends.'), longestSeedMs)
    let timer = begin()
    child.on('message', (message: Begun | Found) => {
      if (!('begun' in message)) return end(message)
      seed = message.begun
      clearTimeout(timer)
      timer = begin()
    })
    child.once('exit', (code) => giveUp(`Its process ended with ${code}.`))
    child.send(order)
  })

/** One seed, here, with its story. */
const tellOne = async (seed: string): Promise<boolean> => {
  const plant = values.plant === undefined ? undefined : plants[values.plant]
  const outcome = await simulate(seed, { plant, tells: values.story })
  for (const line of outcome.story) console.log(line)
  if (outcome.broken.length > 0) describe(outcome, values.plant)
  else console.log(`seed ${seed}: everything holds (${outcome.steps} steps, ${outcome.digest.slice(0, 16)})`)
  return outcome.broken.length === 0
}

const tallyText = (tally: Readonly<Record<string, number>>): string =>
  Object.entries(tally)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${String(times).padStart(8)}  ${what}`)
    .join('\n')

const seedsPerOrder = 20
const runSeeds = async (count: number): Promise<boolean> => {
  const began = performance.now()
  const orders: Order[] = []
  for (let first = from; first < from + count; first += seedsPerOrder)
    orders.push({ from: first, to: Math.min(first + seedsPerOrder, from + count) - 1 })
  const tally: Record<string, number> = {}
  let steps = 0
  let failed = 0
  let done = 0
  await inChildren(orders, (order, found) => {
    steps += found.steps
    addTo(tally, found.tally)
    failed += found.failures.length
    done += order.to - order.from + 1
    for (const failure of found.failures) describe(failure)
    if (done % 500 === 0) console.log(`${done} seeds, ${failed} broken`)
  })
  if (values.tally) console.log(tallyText(tally))
  const seconds = (performance.now() - began) / 1000
  console.log(
    `\n${count} seeds from ${from}, ${steps} steps in ${seconds.toFixed(0)} s: ${failed === 0 ? 'everything holds.' : `${failed} broken.`}`,
  )
  return failed === 0
}

const findPlants = async (names: readonly string[], within: number): Promise<boolean> => {
  let missed = 0
  const orders = names.map((plant): Order => ({ from, to: from + within - 1, plant }))
  await inChildren(orders, ({ plant }, { failures: [failure] }) => {
    const seen = failure?.broken.find(({ invariant }) => invariant === plants[plant!]!.breaks)
    if (seen) console.log(`✓ ${plant}: found at seed ${failure!.seed} (${seen.invariant})`)
    else {
      missed++
      console.log(`✗ ${plant}: not found in ${within} seeds`)
    }
  })
  console.log(`\n${names.length - missed} of ${names.length} planted bugs found.`)
  return missed === 0
}

const run = (): Promise<boolean> => {
  if (values.plant !== undefined && !plants[values.plant]) {
    console.log(`There is no plant ${values.plant}. There are: ${Object.keys(plants).join(', ')}`)
    return Promise.resolve(false)
  }
  if (values.seed !== undefined) return tellOne(values.seed)
  if (values.plants || values.plant !== undefined)
    return findPlants(values.plants ? Object.keys(plants) : [values.plant!], Number(values.seeds ?? 200))
  return runSeeds(Number(values.seeds ?? 1000))
}

process.exitCode = (await run()) ? 0 : 1

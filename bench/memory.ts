/**
 * Measures memory of the executable idle, ready to render and after the main job, and the speed of previews:
 * the first one after a start, and previews per second. In alternation with the executable of an earlier
 * revision if `BENCH_AGAINST` names one.
 *
 *   node bench/memory.ts [--items 20000] [--rounds 3] [--previews 400]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Executable } from '../examples/support/executable.ts'
import { executables } from './support/executables.ts'
import { runMainJob } from './support/main-job.ts'
import { type Figure, median, ratiosOf, sayFor } from './support/measured.ts'
import { memoryMbOf, serverOf } from './support/processes.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    previews: { type: 'string', default: '400' },
  },
})
const items = Number(values.items)
const previews = Number(values.previews)
/** Enough to keep two cores busy. */
const lanes = 4
/** Wait for the rendering process to be ready. */
const readyMs = 3000
/** Wait for running work to end and its memory to be released. */
const restMs = 15_000
const contenders = executables()
const say = sayFor('bench/memory.ts')

const memoryOf = async (shop: Executable, afterMs = readyMs): Promise<number> => {
  await sleep(afterMs)
  return memoryMbOf([serverOf(shop.data)])
}

/** Draws previews of different items, so that none comes from a cache. Returns the previews per second. */
const drawn = async (shop: Executable, itemIds: readonly string[]): Promise<number> => {
  let next = 0
  const lane = async () => {
    for (let id = itemIds[next++]; id !== undefined; id = itemIds[next++]) await preview(shop, id)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  return itemIds.length / ((performance.now() - began) / 1000)
}
const preview = (shop: Executable, id: string) => shop.api('GET', `/v1/items/${id}/paper?page=1`)

/** Draws a preview and returns the duration in ms. */
const timeOf = async (shop: Executable, id: string): Promise<number> => {
  const began = performance.now()
  await preview(shop, id)
  return performance.now() - began
}

/** Restarts the server and uses the key, as a program does before it requests previews. */
const restart = async (shop: Executable): Promise<void> => {
  await shop.stop('SIGTERM')
  await shop.start()
  await shop.api('GET', '/v1/postflows')
}

/**
 * Returns MB idle, ready to render and after the job, ms of the first preview right after a start and when
 * ready, and previews per second.
 */
const measure = async (path: string): Promise<number[]> => {
  const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-memory-'))
  const shop = new Executable(path, join(scratch, 'data'))
  try {
    await shop.start()
    const idle = await memoryOf(shop)
    const { itemIds, organisationId } = await runMainJob(shop, items)
    const after = await memoryOf(shop, restMs)
    shop.cli('org', 'limits', organisationId, '--set', 'paper=1000000')
    await restart(shop)
    const atOnce = await timeOf(shop, itemIds[0]!)
    await restart(shop)
    const ready = await memoryOf(shop)
    const first = await timeOf(shop, itemIds[0]!)
    // Warm up, so that two processes draw in the measurement, as on a server in use.
    await drawn(shop, itemIds.slice(1, 21))
    return [idle, ready, after, atOnce, first, await drawn(shop, itemIds.slice(21, 21 + previews))]
  } finally {
    await shop.stop('SIGTERM')
    rmSync(scratch, { recursive: true, force: true })
  }
}

const results: number[][][] = contenders.map(() => [])
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [index, { path }] of contenders.entries()) results[index]!.push(await measure(path))
}
const figures: Omit<Figure, 'values'>[] = [
  { what: 'memory, idle after a start', unit: 'MB' },
  { what: 'memory, ready to draw', unit: 'MB' },
  { what: 'memory after the main job', unit: 'MB', size: `${items} items`, aim: { atMost: 200 } },
  { what: 'the first preview, at once after a start', unit: 'ms' },
  { what: 'the first preview, 3 s after the first request', unit: 'ms', aim: { atMost: 100 } },
  { what: 'previews of different items', unit: 'a second', size: `${previews}`, aim: { atLeast: 40 } },
]
for (const [index, figure] of figures.entries()) {
  const [own, old] = results.map((rounds) => rounds.map((round) => round[index]!))
  const full = {
    ...{ ...figure, values: own! },
    ...(old ? { comparedWith: { name: contenders[1]!.name, values: old } } : {}),
  }
  const { atMost, atLeast } = figure.aim ?? {}
  const aim = atMost ? ` (aim: at most ${atMost})` : atLeast ? ` (aim: at least ${atLeast})` : ''
  const comparison = old ? `   ${median(ratiosOf(full)).toFixed(2)} of the old build` : ''
  say(
    `  ${figure.what.padEnd(48)} ${median(own!).toFixed(0).padStart(6)} ${figure.unit}${aim}${comparison}`,
    full,
  )
}

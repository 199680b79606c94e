/**
 * From a write over HTTP to the signed webhook at its receiver and the attempt on record: the executable beside what a team
 * would put together, BullMQ on Redis (every write synced) with SQLite, and graphile-worker on PostgreSQL, both sending with undici.
 *
 *   npm install --prefix bench/webhooks && npm run build:exe
 *   node bench/webhooks/run.ts [saturation] [same-item] [bursts] [hang] [backlog]
 *
 * Alike for all: twenty endpoints on a sink that answers 200 at once, one delivery for every write, 64 deliveries at a time, the
 * same payload and the same two signatures, ten seconds for an answer, and durability: an accepted write is on disk before it
 * is answered, and so is a recorded attempt. Rounds go in turn, so that what the machine does meanwhile hits all.
 *
 * What a write is: the others insert one row of an item and add one job; with BullMQ that is two commits in two stores, with
 * graphile-worker one statement. They check the key and two fields and keep keys and endpoints in memory. Lettershop reads its
 * key and endpoints from the database, validates everything, finds the run that the item goes to, and writes the item, three
 * events with their envelopes, the delivery, the run's count and two rollups in one transaction. `same-item` is saturation where
 * the others write those rows too, in Lettershop's schema: with BullMQ one synced commit of `bench/minimal-server`, with
 * graphile-worker one statement. What they check stays as it is.
 *
 * BENCH_ROUNDS, BENCH_WRITES (of a round at saturation), BENCH_BACKLOG, BENCH_SECONDS (of bursts and the hang) and BENCH_DIR
 * change what is measured; BENCH_ALONE=1 leaves the others out. Both saturations also show graphile-worker with one statement
 * for all who wait at the same time, with a ratio of its own; `hang` also shows the others with a queue for each endpoint.
 * Needs redis-server (Debian: redis-server).
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../support/load.ts'
import { syncTimeUs } from '../support/sync-time.ts'
import {
  median,
  openWriter,
  percentile,
  requestOf,
  type Sink,
  startSink,
  untilRecorded,
  type Written,
  watchMemory,
} from './measure.ts'
import { lettershop } from './sides/lettershop.ts'
import { bullmq, graphileWorker, inGroups, type Variant } from './sides/others.ts'
import type { Api, Place, Side } from './sides/side.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const writes = Number(process.env.BENCH_WRITES ?? 10_000)
const backlog = Number(process.env.BENCH_BACKLOG ?? 100_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const connections = 64

const wanted = process.argv.slice(2)
const isWanted = (scenario: string) => wanted.length === 0 || wanted.includes(scenario)
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-webhooks-'))
chmodSync(scratch, 0o755)
const sink = await startSink()
let places = 0
const place = (): Place => {
  const folder = join(scratch, String(places++))
  mkdirSync(folder)
  return { folder, sink: sink.ports }
}

type Column = (values: number[]) => string
const fixed = (digits: number) => (values: number[]) => median(values).toFixed(digits)

/** A figure of each side from every round; the first side is Lettershop. */
class Figures {
  readonly #values = new Map<string, number[][]>()

  add(side: Side, ...figures: number[]): void {
    const rows = this.#values.get(side.name)
    if (rows) rows.push(figures)
    else this.#values.set(side.name, [figures])
  }

  print(title: string, columns: Record<string, Column>): void {
    console.log(`\n${title}`)
    const names = Object.keys(columns)
    console.log(`  ${''.padEnd(30)}${names.map((name) => name.padStart(22)).join('')}`)
    for (const [side, rows] of this.#values) {
      const cells = names.map((name, index) => columns[name]!(rows.map((row) => row[index]!)).padStart(22))
      console.log(`  ${side.padEnd(30)}${cells.join('')}`)
    }
  }

  /** Lettershop's figure through the best of the others', round by round; of those only whose name is `such`. */
  ratios(index: number, best: (...values: number[]) => number, such = (_side: string) => true): string {
    const [[, own] = [], ...rest] = [...this.#values]
    const others = rest.filter(([side]) => such(side)).map(([, rows]) => rows)
    if (!own || others.length === 0) return 'not known'
    const each = own.map((row, round) => row[index]! / best(...others.map((rows) => rows[round]![index]!)))
    return `${median(each).toFixed(2)} (${each.map((ratio) => ratio.toFixed(2)).join(', ')})`
  }
}

const startAll = async (sides: Side[]): Promise<[Side, Api][]> => {
  const started: [Side, Api][] = []
  for (const side of sides) started.push([side, await start(side)])
  return started
}
const running = new Set<Side>()
const start = (side: Side): Promise<Api> => {
  running.add(side)
  return side.start()
}
const stop = async (side: Side): Promise<void> => {
  running.delete(side)
  await side.stop()
}
/** Lettershop and the others; alone where it is to be profiled. */
const three = (variant: Variant = {}): Side[] => [
  lettershop(place()),
  ...(process.env.BENCH_ALONE ? [] : [bullmq(place(), variant), graphileWorker(place(), variant)]),
]

/** Sixty-four clients write as fast as they are answered; the clock stops when the last attempt is on record. */
const saturation = async (title: string, variant: Variant) => {
  const grouped = process.env.BENCH_ALONE ? [] : [graphileWorker(place(), { ...variant, grouped: true })]
  const sides = [...three(variant), ...grouped]
  const figures = new Figures()
  const measure = async (side: Side, api: Api, count: number) => {
    sink.ask({ forget: true })
    const before = await side.recorded()
    const startedAt = performance.now()
    const request = requestOf(api)
    const result = await load({
      ...{ port: api.port, connections, requests: count, warmUp: 0, expectStatus: 201 },
      request,
    })
    if (Object.keys(result.unexpected).length > 0) throw new Error(JSON.stringify(result.unexpected))
    const writtenMs = performance.now() - startedAt
    await sink.expect(count, 120_000)
    await untilRecorded(side.recorded, before + count)
    return [count / ((performance.now() - startedAt) / 1000), count / (writtenMs / 1000)]
  }
  const started = await startAll(sides)
  for (const [side, api] of started) await measure(side, api, Math.min(writes, 2000))
  for (let round = 0; round < rounds; round++) {
    for (const [side, api] of started) figures.add(side, ...(await measure(side, api, writes)))
  }
  figures.print(`${title}: ${rounds} × ${writes} writes by ${connections} clients`, {
    'delivered, recorded/s': fixed(0),
    'of it accepted/s': fixed(0),
  })
  const isGrouped = (side: string) => side.endsWith(inGroups)
  const each = figures.ratios(0, Math.max, (side) => !isGrouped(side))
  console.log(
    `  ratio to the better of the others, a transaction for each request: ${each}, aim at least 2.0`,
  )
  console.log(`  ratio to the one that writes in groups: ${figures.ratios(0, Math.max, isGrouped)}`)
  for (const side of sides) await stop(side)
}

const latencies = (written: Written[], arrivals: { ids: string[]; times: number[] }, endMs: number) => {
  const arrived = new Map(arrivals.ids.map((id, index) => [id, arrivals.times[index]!]))
  // What came before the answer was read took no time.
  return written.map(({ id, acceptedMs }) => Math.max(0, (arrived.get(id) ?? endMs) - acceptedMs))
}

/** So many writes at once at the beginning of every second. */
const bursts = async () => {
  const sides = three()
  const started = await startAll(sides)
  for (const size of [50, 200]) {
    const figures = new Figures()
    for (let round = -1; round < Math.min(rounds, 3); round++) {
      for (const [side, api] of started) {
        sink.ask({ forget: true })
        const writer = openWriter(api)
        await writer.prepare(size)
        const written: Promise<Written>[] = []
        for (let second = 0; second < (round < 0 ? 2 : seconds); second++) {
          for (let n = 0; n < size; n++) written.push(writer.write(written.length))
          await sleep(1000)
        }
        const all = await Promise.all(written)
        const arrivals = await sink.expect(all.length, 10_000)
        writer.close()
        const times = latencies(all, arrivals, Number.POSITIVE_INFINITY)
        if (round >= 0) figures.add(side, percentile(times, 0.5), percentile(times, 0.99))
      }
    }
    figures.print(`bursts of ${size} a second, from accepted to arrived`, {
      'p50 ms': fixed(1),
      'p99 ms': fixed(1),
    })
    console.log(`  p99 through the better of the others' ${figures.ratios(1, Math.min)}`)
  }
  for (const side of sides) await stop(side)
}

/** Two hundred writes a second, evenly; one endpoint of twenty never answers. Waited for as long again. */
const hang = async () => {
  const figures = new Figures()
  const sides = [...three(), bullmq(place(), { apart: true }), graphileWorker(place(), { apart: true })]
  const started = await startAll(sides)
  const rate = 200
  const hangSeconds = seconds * 2
  const measure = async (side: Side, api: Api, count: number) => {
    const writer = openWriter(api)
    await writer.prepare(32)
    const written: Promise<Written>[] = []
    const startedAt = performance.now()
    while (written.length < count) {
      const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * rate))
      while (written.length < due) written.push(writer.write(written.length))
      await sleep(5)
    }
    const healthy = (await Promise.all(written)).filter(({ endpoint }) => endpoint !== 7)
    const arrivals = await sink.expect(healthy.length, hangSeconds * 1000)
    const endMs = Number(process.hrtime.bigint()) / 1e6
    writer.close()
    const times = latencies(healthy, arrivals, endMs)
    const arrived = new Set(arrivals.ids)
    const missing = healthy.filter(({ id }) => !arrived.has(id)).length
    figures.add(side, percentile(times, 0.5), percentile(times, 0.99), missing)
  }
  // Once only: what the first round leaves hanging would meet the second.
  for (const [side, api] of started) {
    sink.ask({ hang: undefined })
    await warm(sink, api)
    sink.ask({ forget: true })
    sink.ask({ hang: 7 })
    await measure(side, api, rate * hangSeconds)
    await stop(side)
  }
  figures.print(`1 of 20 endpoints hangs, ${rate} writes a second for ${hangSeconds} s: the healthy ones`, {
    'p50 ms': fixed(1),
    'p99 ms': fixed(1),
    'not arrived': fixed(0),
  })
  console.log(`  p99 through the best of the others' ${figures.ratios(1, Math.min)}`)
  sink.ask({ hang: undefined })
}

const warm = async (receiver: Sink, api: Api) => {
  receiver.ask({ forget: true })
  const writer = openWriter(api)
  for (let n = 0; n < 40; n++) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => writer.write(n * 20 + index)))
  }
  await receiver.expect(800, 30_000)
  writer.close()
}

/** Retries that became due while nothing ran; each side on a machine of its own. */
const drain = async () => {
  const figures = new Figures()
  for (const side of three()) {
    sink.ask({ forget: true })
    running.add(side)
    await side.fill(backlog)
    const startedAt = performance.now()
    await start(side)
    const memory = watchMemory(side.processes)
    await sink.expect(backlog, 170_000)
    await untilRecorded(side.recorded, backlog)
    const tookSeconds = (performance.now() - startedAt) / 1000
    figures.add(side, tookSeconds, backlog / tookSeconds, memory())
    await stop(side)
  }
  figures.print(`a backlog of ${backlog} due retries, from the start of the program`, {
    'drained in s': fixed(1),
    'delivered, recorded/s': fixed(0),
    'peak memory MB': fixed(0),
  })
  console.log(`  ratio to the better of the others ${figures.ratios(1, Math.max)}`)
}

try {
  console.log(`sync time ${syncTimeUs(scratch).toFixed(0)} µs`)
  if (isWanted('saturation')) await saturation('saturation', {})
  if (isWanted('same-item')) await saturation('saturation, the same item', { sameItem: true })
  if (isWanted('bursts')) await bursts()
  if (isWanted('hang')) await hang()
  if (isWanted('backlog')) await drain()
} finally {
  for (const side of running) await side.stop().catch(() => {})
  sink.stop()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit()

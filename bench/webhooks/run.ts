/**
 * Measures the way from a write over HTTP to the signed webhook at its receiver and the recorded attempt: the
 * executable compared with what a team might build, BullMQ on Redis (every write synced) with SQLite, and
 * graphile-worker on PostgreSQL, both sending with undici.
 *
 *   npm install --prefix bench/webhooks && npm run build:exe
 *   node bench/webhooks/run.ts [saturation] [same-item] [postgres] [one-endpoint] [slow] [bursts] [hang]
 *     [backlog]
 *
 * The same for all: twenty endpoints on a sink that answers 200 immediately, one delivery per write, 64
 * parallel deliveries, the same payload and two signatures, ten seconds for an answer, and durability: an
 * accepted write is on disk before its answer, and so is a recorded attempt. Rounds alternate, so that other
 * load affects all.
 *
 * For each write, the peers insert one item row and one job: with BullMQ these are two commits in two stores,
 * with graphile-worker one statement. They check the key and two fields, and keep keys and endpoints in
 * memory. Lettershop reads its key and endpoints from the database, validates everything, finds the run that
 * the item goes to, and writes the item, three events with their envelopes, the delivery, the run's count and
 * two rollups in one transaction. `same-item` is `saturation` where the peers write those rows too, in
 * Lettershop's schema: with BullMQ one synced commit of `bench/minimal-server`, with graphile-worker one
 * statement. Their validation stays the same.
 *
 * `postgres` is `same-item` with Lettershop on a separate PostgreSQL, compared with both forms of
 * graphile-worker.
 *
 * `one-endpoint` is `saturation` where all writes go to one endpoint, which answers at once or after 50 or
 * 200 ms; `slow` is `saturation` with twenty endpoints that answer after 50 or 200 ms. No side may have more
 * than 64 deliveries in progress, and Lettershop no more than its share for one endpoint.
 *
 * BENCH_ROUNDS, BENCH_WRITES (of a round at saturation), BENCH_SLOW_WRITES, BENCH_BACKLOG, BENCH_SECONDS (of
 * bursts and the hang) and BENCH_DIR change the measurement; BENCH_ALONE=1 omits the peers, BENCH_AGAINST
 * adds an old executable. `saturation` and `same-item` also show graphile-worker with one statement for all
 * waiting requests, with a separate ratio; `hang` also shows the peers with a queue for each endpoint. Needs
 * redis-server (Debian: redis-server).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, sayFor } from '../support/measured.ts'
import { syncTimeUs } from '../support/sync-time.ts'
import { Figures, fixed, isGrouped, isOld, ratioText } from './figures.ts'
import { openWriter, type Sink, untilRecorded, type Written, watchMemory } from './measure.ts'
import {
  cleanUp,
  connections,
  fill,
  place,
  scratch,
  sink,
  start,
  startAll,
  stop,
  three,
  writeAll,
} from './setting.ts'
import { lettershop, oldBuild } from './sides/lettershop.ts'
import { bullmq, graphileWorker, type Variant } from './sides/others.ts'
import type { Api, Side } from './sides/side.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const writes = Number(process.env.BENCH_WRITES ?? 10_000)
const backlog = Number(process.env.BENCH_BACKLOG ?? 100_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const slowWrites = Number(process.env.BENCH_SLOW_WRITES ?? 2000)
const say = sayFor('bench/webhooks')

const wanted = process.argv.slice(2)
const isWanted = (scenario: string) => wanted.length === 0 || wanted.includes(scenario)
const rates = { 'delivered, recorded/s': fixed(0), 'accepted/s': fixed(0) }
const better = 'the better of BullMQ and graphile-worker'

/** Clients write as fast as they are answered; rounds alternate between the sides. */
const saturate = async (title: string, sides: readonly Side[]): Promise<Figures> => {
  const figures = new Figures()
  const started = await startAll(sides)
  for (const [side, api] of started) await writeAll(side, api, Math.min(writes, 2000))
  for (let round = 0; round < rounds; round++) {
    for (const [side, api] of started) figures.add(side, ...(await writeAll(side, api, writes)))
  }
  figures.print(`${title}: ${rounds} × ${writes} writes by ${connections} clients`, rates)
  return figures
}

const saturation = async (title: string, variant: Variant) => {
  const grouped = process.env.BENCH_ALONE ? [] : [graphileWorker(place(), { ...variant, grouped: true })]
  const sides = [...three(variant), ...grouped]
  const figures = await saturate(title, sides)
  const figure = { unit: 'a second', size: `${writes} writes a round` }
  const each = figures.comparedTo(0, Math.max, better)
  say(
    `  ratio to the better of the others, a transaction for each request: ${ratioText(each)}, aim at least 2.0`,
    { what: title, ...figure, ...each, aim: { atLeast: 2, of: 'ratio' } },
  )
  const inOne = figures.comparedTo(
    0,
    Math.max,
    'graphile-worker with one statement for all waiting requests',
    isGrouped,
  )
  say(
    `  ratio to the one with grouped writes: ${ratioText(inOne)}`,
    ...(inOne.comparedWith ? [{ what: `${title}, against grouped writes`, ...figure, ...inOne }] : []),
  )
  sayOld(figures, title, figure.unit)
  for (const side of sides) await stop(side)
}

/**
 * Like `saturation` with the same item, but with Lettershop on a separate PostgreSQL, as for graphile-worker.
 */
const onPostgres = async () => {
  const title = 'saturation on PostgreSQL, the same item'
  const sides = [
    lettershop(place(), { onPostgres: true }),
    graphileWorker(place(), { sameItem: true }),
    graphileWorker(place(), { sameItem: true, grouped: true }),
  ]
  const figures = await saturate(title, sides)
  const comparison = figures.comparedTo(0, Math.max, 'the better of graphile-worker’s two forms', () => true)
  say(`  ratio to the better of graphile-worker's two forms: ${ratioText(comparison)}, aim at least 1.0`, {
    ...{ what: title, unit: 'a second', size: `${writes} writes a round` },
    ...comparison,
    aim: { atLeast: 1, of: 'ratio' },
  })
  for (const side of sides) await stop(side)
}

/** Reports the ratio to an earlier revision's build, if one is measured. */
const sayOld = (figures: Figures, title: string, unit: string, index = 0) => {
  const comparison = figures.comparedTo(index, Math.max, oldBuild, isOld)
  if (!comparison.comparedWith) return
  const what = `${title}, against the old build`
  say(`  ratio to the old build: ${ratioText(comparison)}`, { what, unit, ...comparison })
}

/** Like `saturate`, with receivers that answer after a delay. */
const slowReceivers = async (endpoints: number, delays: readonly number[]) => {
  const sides = three({}, endpoints)
  const started = await startAll(sides)
  const to = endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`
  for (const delayMs of delays) {
    const figures = new Figures()
    sink.ask({ delayMs })
    for (let round = -1; round < Math.min(rounds, 3); round++) {
      for (const [side, api] of started) {
        const measured = await writeAll(side, api, round < 0 ? 200 : slowWrites)
        if (round >= 0) figures.add(side, ...measured)
      }
    }
    const what = delayMs === 0 ? `${to} that answers at once` : `${to} that answer after ${delayMs} ms`
    const title = endpoints === 1 ? what.replace('answer after', 'answers after') : what
    figures.print(`${title}, ${slowWrites} writes by ${connections} clients`, rates)
    const comparison = figures.comparedTo(0, Math.max, better)
    const size = `${slowWrites} writes a round`
    say(`  ratio to the better of the others: ${ratioText(comparison)}`, {
      ...{ what: `delivered to ${title}`, unit: 'a second', size },
      ...comparison,
    })
    sayOld(figures, `delivered to ${title}`, 'a second')
  }
  sink.ask({ delayMs: 0 })
  for (const side of sides) await stop(side)
}

const latencies = (written: Written[], arrivals: { ids: string[]; times: number[] }, endMs: number) => {
  const arrived = new Map(arrivals.ids.map((id, index) => [id, arrivals.times[index]!]))
  // A webhook may arrive before its answer is read, which counts as no delay.
  return written.map(({ id, acceptedMs }) => Math.max(0, (arrived.get(id) ?? endMs) - acceptedMs))
}

/** Sends 50, then 200 writes at once at the start of every second. */
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
    const p99 = figures.comparedTo(1, Math.min, better)
    say(`  p99, ratio to the better of the others: ${ratioText(p99)}`, {
      ...{ what: `bursts of ${size} a second, from accepted to arrived, p99`, unit: 'ms', ...p99 },
      ...{ size: `${seconds} s a round`, aim: { atMost: 1, of: 'ratio' } },
    })
  }
  for (const side of sides) await stop(side)
}

/**
 * Sends two hundred writes a second, evenly, while one of twenty endpoints hangs; then waits at most as long
 * again for the webhooks of the others.
 */
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
  // Once only, because deliveries left hanging would affect a second round.
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
  const title = '1 of 20 endpoints hangs: the healthy ones, from accepted to arrived, p99'
  const isApart = (side: string) => side.endsWith(', a queue per endpoint')
  const p99 = figures.comparedTo(1, Math.min, better, (side) => !isApart(side) && !isOld(side))
  const apart = figures.comparedTo(1, Math.min, `${better}, with a queue for each endpoint`, isApart)
  const figure = { unit: 'ms', size: `${hangSeconds} s`, aim: { atMost: 1, of: 'ratio' as const } }
  say(
    `  p99, ratio to the best of the others: ${ratioText(figures.comparedTo(1, Math.min, '', (side) => !isOld(side)))}`,
    { what: title, ...figure, ...p99 },
    { what: `${title}, against a queue for each endpoint`, ...figure, ...apart },
  )
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

/**
 * Measures the delivery of retries that became due while nothing ran, one side after another. Omits the old
 * build: the current store inserts the retries, and an old build refuses its schema.
 */
const drain = async () => {
  const figures = new Figures()
  for (const side of three().filter(({ name }) => !isOld(name))) {
    sink.ask({ forget: true })
    await fill(side, backlog)
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
  const figure = { what: `due retries, from the start of the program`, size: `${backlog} retries` }
  const comparison = figures.comparedTo(1, Math.max, better)
  say(
    `  ratio to the better of the others: ${ratioText(comparison)}`,
    { ...figure, unit: 'a second', ...comparison, aim: { atLeast: 2, of: 'ratio' } },
    { ...figure, what: 'peak memory', unit: 'MB', ...figures.comparedTo(2, Math.min, better) },
  )
}

try {
  console.log(`sync time ${syncTimeUs(scratch).toFixed(0)} µs`)
  if (isWanted('saturation')) await saturation('saturation', {})
  if (isWanted('same-item')) await saturation('saturation, the same item', { sameItem: true })
  if (isWanted('postgres')) await onPostgres()
  if (isWanted('one-endpoint')) await slowReceivers(1, [0, 50, 200])
  if (isWanted('slow')) await slowReceivers(sink.ports.length, [50, 200])
  if (isWanted('bursts')) await bursts()
  if (isWanted('hang')) await hang()
  if (isWanted('backlog')) await drain()
} finally {
  await cleanUp()
}
process.exit()

/** Common parts of all scenarios: the sink, a folder for each side, and the running sides. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../support/load.ts'
import { requestOf, startSink, untilRecorded } from './measure.ts'
import { lettershop, oldBuild } from './sides/lettershop.ts'
import { bullmq, graphileWorker, type Variant } from './sides/others.ts'
import type { Api, Place, Side } from './sides/side.ts'

export const connections = 64
export const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-webhooks-'))
chmodSync(scratch, 0o755)
export const sink = await startSink()
let places = 0
export const place = (endpoints = sink.ports.length): Place => {
  const folder = join(scratch, String(places++))
  mkdirSync(folder)
  return { folder, sink: sink.ports.slice(0, endpoints) }
}

export const startAll = async (sides: readonly Side[]): Promise<[Side, Api][]> => {
  const started: [Side, Api][] = []
  for (const side of sides) started.push([side, await start(side)])
  return started
}
const running = new Set<Side>()
export const start = (side: Side): Promise<Api> => {
  running.add(side)
  return side.start()
}
export const fill = (side: Side, count: number): Promise<void> => {
  running.add(side)
  return side.fill(count)
}
export const stop = async (side: Side): Promise<void> => {
  running.delete(side)
  await side.stop()
}
/**
 * Returns Lettershop, its peers (unless BENCH_ALONE is set, for profiling) and the old build, if there is
 * one.
 */
export const three = (variant: Variant = {}, endpoints?: number): Side[] => [
  lettershop(place(endpoints)),
  ...(process.env.BENCH_ALONE
    ? []
    : [bullmq(place(endpoints), variant), graphileWorker(place(endpoints), variant)]),
  ...(process.env.BENCH_AGAINST
    ? [lettershop(place(endpoints), { executable: process.env.BENCH_AGAINST, name: oldBuild })]
    : []),
]

/**
 * Writes with 64 clients as fast as they are answered. Returns the writes per second until the last attempt
 * is recorded, and until the last answer.
 */
export const writeAll = async (side: Side, api: Api, count: number): Promise<[number, number]> => {
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

export const cleanUp = async (): Promise<void> => {
  for (const side of running) await side.stop().catch(() => {})
  sink.stop()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}

import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { freePort } from '../../../test/support/free-port.ts'
import { postflowIdOf } from '../../minimal-server/rows.ts'
import { startPostgres } from './postgres.ts'
import { type Api, begin, end, here, outputMatching, type Place, runNode, type Side } from './side.ts'

/** Suffix of the name of a side with grouped writes. */
export const inGroups = ', grouped writes'

/** Deviations of a peer from the usual set-up. */
export interface Variant {
  /** A separate queue for each endpoint. */
  apart?: boolean
  /** One statement for all waiting items (graphile-worker). */
  grouped?: boolean
  /** Every row that Lettershop's item creation writes. */
  sameItem?: boolean
}

/** One of the APIs in `others/`, run as a process. */
const createApi = (
  script: string,
  { sink }: Place,
  { apart = false, grouped = false, sameItem = false }: Variant,
  store: () => Promise<{ argument: string; env: Record<string, string> }>,
) => {
  let child: ChildProcess | undefined
  const flag = (on: boolean) => (on ? '1' : '0')
  const flags = { BENCH_APART: flag(apart), BENCH_GROUPED: flag(grouped), BENCH_SAME_ITEM: flag(sameItem) }
  const environment = async () => {
    const { argument, env } = await store()
    return { argument, env: { ...env, BENCH_SINK: sink.join(','), ...flags } }
  }
  return {
    async fill(count: number) {
      const { argument, env } = await environment()
      runNode(script, [argument, '--fill', String(count)], env)
    },
    async start(): Promise<Api> {
      const { argument, env } = await environment()
      child = begin(process.execPath, [join(here, script), argument], { env: { ...process.env, ...env } })
      const port = Number((await outputMatching(child, /^(\d+)\n/m))[1])
      return {
        port,
        headers: { Authorization: 'Bearer svc_test_bench' },
        postflowIds: sink.map((_, n) => postflowIdOf(n)),
      }
    },
    pid: () => child!.pid!,
    stop: () => end(child),
  }
}

/** BullMQ on Redis, with every write synced before its answer, and attempts in SQLite. */
export const bullmq = (place: Place, variant: Variant = {}): Side => {
  const file = join(place.folder, 'shop.db')
  let redis: { process: ChildProcess; url: string } | undefined
  let reader: BetterSqlite3.Database | undefined
  const startRedis = async () => {
    const port = await freePort()
    const child = begin('redis-server', [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', place.folder],
      ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'],
    ])
    await outputMatching(child, /Ready to accept connections/)
    return { process: child, url: `redis://127.0.0.1:${port}` }
  }
  const api = createApi('others/bullmq.ts', place, variant, async () => {
    redis ??= await startRedis()
    return { argument: file, env: { BENCH_REDIS: redis.url } }
  })
  return {
    ...api,
    name: variant.apart ? 'bullmq, a queue per endpoint' : 'bullmq',
    async recorded() {
      reader ??= new BetterSqlite3(file, { readonly: true })
      const sql = 'select count(*) as n from attempts where delivered = 1'
      return (reader.prepare(sql).get() as { n: number }).n
    },
    processes: () => [api.pid(), redis!.process.pid!],
    async stop() {
      reader?.close()
      await api.stop()
      await end(redis?.process)
    },
  }
}

/** graphile-worker and attempts in PostgreSQL. */
export const graphileWorker = (place: Place, variant: Variant = {}): Side => {
  let postgres: { process: ChildProcess; url: string } | undefined
  let reader: pg.Pool | undefined
  const api = createApi('others/graphile-worker.ts', place, variant, async () => {
    postgres ??= await startPostgres(place.folder)
    return { argument: postgres.url, env: {} }
  })
  return {
    ...api,
    name: `graphile-worker${variant.apart ? ', a queue per endpoint' : variant.grouped ? inGroups : ''}`,
    async recorded() {
      reader ??= new pg.Pool({ connectionString: postgres!.url, max: 1 })
      const { rows } = await reader.query('select count(*)::int as n from attempts where delivered')
      return (rows[0] as { n: number }).n
    },
    processes: () => [api.pid(), postgres!.process.pid!],
    async stop() {
      await reader?.end()
      await api.stop()
      await end(postgres?.process, 'SIGINT')
    },
  }
}

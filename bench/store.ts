/**
 * Measures durable inserts per second through the store, compared with the SQLite library alone with one
 * synced commit per row. Run with Node or Bun: `node bench/store.ts`. Rounds alternate, so that noise affects
 * all; ratios are stable, absolute figures drift.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createMemoryStore } from '../src/adapters/memory/store.ts'
import { loadDriver } from '../src/adapters/sqlite/driver.ts'
import { createSqliteStore } from '../src/adapters/sqlite/store.ts'
import type { EventRow } from '../src/core/model/events.ts'
import type { Store } from '../src/core/ports/store.ts'
import { median, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

const ROUNDS = 5
const ROWS = 3_000
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'lettershop-bench-'))

let sequence = 0
const nextRow = (): EventRow => {
  sequence += 1
  return {
    id: `evt_${String(sequence).padStart(10, '0')}`,
    organisationId: 'org_1',
    mode: 'live',
    sequence,
    type: 'item.created',
    body: JSON.stringify({ id: sequence, type: 'item.created', data: 'x'.repeat(300) }),
    itemId: `itm_${sequence}`,
    postflowId: 'pfl_1',
    postbatchId: null,
    runId: null,
    createdAt: 1_767_600_000_000 + sequence,
    expiresAt: 1_770_000_000_000 + sequence,
  }
}

/** Inserts `ROWS` rows with concurrent callers, each of which waits for its insert before the next. */
const writeThrough = async (store: Store, callers: number): Promise<void> => {
  let left = ROWS
  const caller = async () => {
    while (left-- > 0) await store.write(async (rows) => rows.events.insert(nextRow()))
  }
  await Promise.all(Array.from({ length: callers }, caller))
}

/** The hand-written baseline: the same table and indexes, a prepared statement, one commit per row. */
const openRaw = async (store: Awaited<ReturnType<typeof createSqliteStore>>): Promise<() => void> => {
  const database = (await loadDriver()).open(store.file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
  const fields = Object.keys(nextRow())
  const insert = database.prepare(
    `insert into events (${fields.map((field) => `"${field}"`)}) values (${fields.map(() => '?')})`,
  )
  return () => {
    for (let row = 0; row < ROWS; row++) insert.run(Object.values(nextRow()))
  }
}

const sqlite = await createSqliteStore({ file: join(folder, 'store.sqlite') })
const raw = await openRaw(await createSqliteStore({ file: join(folder, 'raw.sqlite') }))
const memory = createMemoryStore()

const contenders: Record<string, () => Promise<void> | void> = {
  'raw, one commit each': raw,
  'store, 1 caller': () => writeThrough(sqlite, 1),
  'store, 8 callers': () => writeThrough(sqlite, 8),
  'store, 64 callers': () => writeThrough(sqlite, 64),
  'memory, 64 callers': () => writeThrough(memory, 64),
}
const seconds: Record<string, number[]> = {}
const longest: Record<string, number> = {}
for (const run of Object.values(contenders)) await run()
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(contenders)) {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const started = performance.now()
    await run()
    seconds[name] = [...(seconds[name] ?? []), (performance.now() - started) / 1000]
    delay.disable()
    if (name !== 'raw, one commit each') longest[name] = Math.max(longest[name] ?? 0, delay.max / 1e6)
  }
}

const ratesOf = (took: number[]) => took.map((each) => ROWS / each)
const plain = seconds['raw, one commit each']!
const base = median(plain)
const say = sayFor('bench/store.ts')
say(`${sqlite.driver}, a synced write takes ${(syncTimeUs(folder) / 1000).toFixed(3)} ms`)
for (const [name, took] of Object.entries(seconds)) {
  const middle = median(took)
  const stall = longest[name] === undefined ? '' : `   longest event-loop turn ${longest[name].toFixed(0)} ms`
  const rate = Math.round(ROWS / middle).toLocaleString('en')
  const line = `${name.padEnd(22)} ${rate.padStart(8)}/s   ${(base / middle).toFixed(2)} of raw${stall}`
  if (took === plain) say(line)
  else {
    say(line, {
      ...{ what: `durable inserts through the ${name}`, unit: 'a second', values: ratesOf(took) },
      ...{
        size: `${ROWS} rows a round`,
        comparedWith: { name: 'the library alone', values: ratesOf(plain) },
      },
    })
  }
}
await sqlite.close()
rmSync(folder, { recursive: true })

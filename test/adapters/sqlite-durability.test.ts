import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore, type SqliteStoreOptions } from '../../src/adapters/sqlite/store.ts'
import { everyone, type Store, StoreUnavailable } from '../../src/core/ports/store.ts'
import { counter } from '../contract/store/samples.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFile = () => join(mkdtempSync(join(folder, 'store-')), 'store.sqlite')
const opened: Store[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

const open = async (options: SqliteStoreOptions) => {
  const store = await createSqliteStore(options)
  opened.push(store)
  return store
}

/** Kills a writing process; returns its answered writes. */
const writeUntilKilled = async (file: string, session: string, answers: number): Promise<string[]> => {
  const script = join(import.meta.dirname, '../support/write-until-killed.ts')
  const child = endWithUs(
    spawn(process.execPath, [script, file, session], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const answered: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(line)
    if (answered.length === answers) child.kill('SIGKILL')
  }
  return answered
}

describe('a killed process', () => {
  it('leaves every answered write and no part of any other', async () => {
    const file = newFile()
    const all: string[] = []
    for (const [round, answers] of [1, 150, 600].entries()) {
      const answered = await writeUntilKilled(file, `round${round}`, answers)
      expect(answered.length).toBeGreaterThanOrEqual(answers)
      all.push(...answered)
      const store = await createSqliteStore({ file })
      const [facts, count] = await store.read(
        async (rows) =>
          [await rows.facts.find(everyone, {}), await rows.counters.get(everyone, 'facts')] as const,
      )
      await store.close()
      const kept = new Set(facts.map(({ id }) => id))
      expect(all.filter((id) => !kept.has(id))).toEqual([])
      expect(count?.value).toBe(kept.size)
      expect([...kept].filter((id) => /9$/.test(id))).toEqual([])
    }
  })
})

describe('a full disk', () => {
  const big = 'x'.repeat(20_000)

  it('keeps answered writes only, and recovers when there is space again', async () => {
    const store = await open({ file: newFile(), maxBytes: 2 * 2 ** 20 })
    await store.write((rows) => rows.counters.insert(counter('small')))
    let answered = 0
    const fill = async () => {
      for (;;) {
        await store.write((rows) => rows.facts.insert({ id: `f${answered}`, value: big }))
        answered += 1
      }
    }
    await expect(fill()).rejects.toThrow(StoreUnavailable)
    expect(answered).toBeGreaterThan(5)

    const outcomes = await Promise.allSettled([
      store.write((rows) => rows.counters.add(counter('small'), { value: 1 })),
      store.write(async (rows) => {
        await rows.counters.add(counter('small'), { value: 100 })
        await rows.facts.insert({ id: 'too much', value: big })
      }),
      store.write((rows) => rows.counters.add(counter('small'), { value: 1 })),
    ])
    // SQLite may end the whole transaction when the disk is full: then the whole group fails.
    const kept = outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(outcomes[1]!.status).toBe('rejected')
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable)
    }
    await store.read(async (rows) => {
      expect((await rows.counters.get(everyone, 'small'))?.value).toBe(kept)
      expect(await rows.facts.count(everyone, {})).toBe(answered)
    })

    await store.write((rows) => rows.facts.remove(everyone, {}))
    await store.write((rows) => rows.facts.insert({ id: 'fits', value: big }))
    expect(await store.read((rows) => rows.facts.count(everyone, {}))).toBe(1)
  })
})

describe('the file', () => {
  it('is complete when closed, without a log next to it', async () => {
    const file = newFile()
    const store = await createSqliteStore({ file })
    await store.write((rows) => rows.facts.insert({ id: 'f', value: 'x' }))
    expect(store.driver).toBe('bun' in process.versions ? 'bun:sqlite' : 'better-sqlite3')
    await store.close()
    expect(readdirSync(join(file, '..'))).toEqual(['store.sqlite'])
    const again = await open({ file })
    expect(again.migrated).toEqual({ applied: [], snapshot: undefined })
    expect(await again.read((rows) => rows.facts.get(everyone, 'f'))).toEqual({ id: 'f', value: 'x' })
  })

  it('is complete when closed after unreachable statements', async () => {
    const driver = await loadDriver()
    for (let round = 0; round < 60; round++) {
      const file = newFile()
      const database = driver.open(file)
      database.exec('pragma journal_mode = wal; create table facts (value)')
      for (let value = 0; value < 50; value++) database.prepare(`insert into facts values (${value})`).run([])
      // A turn of the event loop releases the statements, and allocations make garbage collection likely.
      await new Promise(setImmediate)
      Array.from({ length: 20_000 }, (_, value) => ({ value: [value] }))
      await new Promise(setImmediate)
      database.close()
      expect(readdirSync(join(file, '..'))).toEqual(['store.sqlite'])
    }
  })

  it('in a missing folder is an error that names it', async () => {
    await expect(createSqliteStore({ file: join(folder, 'nowhere', 'store.sqlite') })).rejects.toThrow(
      /open|director/i,
    )
  })
})

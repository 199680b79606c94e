import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createMemoryClock } from '../../src/adapters/memory/clock.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { createHandOverJournal } from '../../src/adapters/print-folder/journal.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { createRowJournal, withOlderEntries } from '../../src/core/features/printers/journal.ts'
import { AnotherAttempt, type HandOverJournal } from '../../src/core/ports/print-partner.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { handOverJournalContract } from '../contract/hand-over-journal.ts'
import { organisation, run } from '../contract/store/samples.ts'
import {
  beginTest,
  dropTestDatabases,
  endTest,
  openSecondStore,
  openTestDatabase,
} from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const clock = createMemoryClock()
const opened: Store[] = []
beforeEach(beginTest)
afterAll(dropTestDatabases)
afterEach(async () => {
  await endTest()
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

const newFolder = () => mkdtempSync(join(folder, 'journal-'))
const rowsOf = (store: Store, printerId: string | null = null): HandOverJournal =>
  createRowJournal({ store, clock, printerId })

const withRuns = async <S extends Store>(store: S): Promise<S> => {
  await store.write(async (rows) => {
    // In PostgreSQL, the journal locks the organisation's row; otherwise two intents could be recorded.
    await rows.organisations.insert(organisation('org_1', 'One'))
    for (const id of ['run_1', 'run_2']) await rows.runs.insert(run(id))
  })
  return store
}
const servers = (count: number, open: () => HandOverJournal): HandOverJournal[] =>
  Array.from({ length: count }, open)

handOverJournalContract(
  'files',
  async (count) => {
    const stateDir = newFolder()
    return servers(count, () => createHandOverJournal(stateDir))
  },
  { excludes: false },
)

handOverJournalContract(
  'rows in memory',
  async (count) => {
    const store = await withRuns(createMemoryStore({ replay: true }))
    return servers(count, () => rowsOf(store))
  },
  { excludes: true },
)

handOverJournalContract(
  'rows on SQLite, with older files',
  async (count) => {
    const base = newFolder()
    const store = await withRuns(await createSqliteStore({ file: join(base, 'test.sqlite') }))
    opened.push(store)
    return servers(count, () => withOlderEntries(rowsOf(store), createHandOverJournal(base)))
  },
  { excludes: true },
)

handOverJournalContract(
  'rows on PostgreSQL, each server with a store of its own',
  async (count) => {
    const store = await withRuns(await openTestDatabase())
    return Promise.all(
      Array.from({ length: count }, async (_, n) => rowsOf(n === 0 ? store : await openSecondStore(store))),
    )
  },
  { excludes: true },
)

it('an attempt of one printer excludes those of every other', async () => {
  const store = await withRuns(createMemoryStore())
  await rowsOf(store, 'prn_1').intend('run_1', 'a')
  await expect(rowsOf(store, 'prn_2').intend('run_1', 'b')).rejects.toThrow(AnotherAttempt)
  expect(await rowsOf(store, 'prn_2').entries('run_1')).toEqual([{ attempt: 'a', state: 'intended' }])
})

it('entries of an older version in files count, and are updated and removed there', async () => {
  const older = createHandOverJournal(newFolder())
  const journal = withOlderEntries(rowsOf(await withRuns(createMemoryStore())), older)
  await older.intend('run_1', 'old')
  await expect(journal.intend('run_1', 'new')).rejects.toThrow(AnotherAttempt)
  await journal.deliver('run_1', 'old')
  expect(await older.entries('run_1')).toEqual([{ attempt: 'old', state: 'delivered' }])
  expect(await journal.entries('run_1')).toEqual([{ attempt: 'old', state: 'delivered' }])
  await journal.forget('run_1', ['old'])
  expect(await older.entries('run_1')).toEqual([])
})

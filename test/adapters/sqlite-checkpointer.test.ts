import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  CHECKPOINT_PAGES,
  openConnection,
  type SqliteConnection,
} from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { Checkpointer } from '../../src/adapters/sqlite/maintenance.ts'
import { type Log, silentLog } from '../../src/core/ports/system.ts'
import { eventually } from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const library = await loadDriver()
const folder = temporaryFolder()
let files = 0
let connection: SqliteConnection
let file: string
let checkpointer: Checkpointer

const warned: string[] = []
const log: Log = { ...silentLog, warn: (message) => void warned.push(message) }

const open = (assertThere?: () => void) => {
  file = join(folder, `${files++}.sqlite`)
  connection = openConnection(library, file, { readOnly: false })
  connection.exec('create table notes (id integer primary key, note text)')
  checkpointer = new Checkpointer(file, connection, assertThere, log)
}
afterEach(async () => {
  await checkpointer.close()
  connection.close()
})

/** Inserts this many rows, each nearly as long as a page. */
const write = (pages: number) =>
  connection.execute(
    `insert into notes (note) with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     select printf('%.3900c', 'x') from n`,
    pages,
  )
const commitsMoveAt = () => connection.query('pragma wal_autocheckpoint')[0]!.wal_autocheckpoint

describe('the log of the database', () => {
  it('stays while it is short', async () => {
    open()
    write(CHECKPOINT_PAGES - 100)
    const unmoved = connection.unmovedPages()
    expect(unmoved).toBeGreaterThan(CHECKPOINT_PAGES - 100)
    checkpointer.look()
    await checkpointer.close()
    expect(connection.unmovedPages()).toBe(unmoved)
  })

  it('is checkpointed in a separate thread once it is long', async () => {
    open()
    write(CHECKPOINT_PAGES + 100)
    checkpointer.look()
    // The checkpoint does not run in this turn of the event loop.
    expect(connection.unmovedPages()).toBeGreaterThan(CHECKPOINT_PAGES)
    await checkpointer.close()
    expect(connection.unmovedPages()).toBe(0)
  })

  it('is checkpointed by commits if the thread has not kept up', () => {
    open()
    expect(commitsMoveAt()).toBe(8 * CHECKPOINT_PAGES)
    write(8 * CHECKPOINT_PAGES + 100)
    expect(connection.unmovedPages()).toBe(0)
  })

  it('is checkpointed by commits while the thread fails, and by the thread later', async () => {
    open()
    write(CHECKPOINT_PAGES + 100)
    renameSync(file, `${file}.away`)
    checkpointer.look()
    await eventually(async () => commitsMoveAt() === CHECKPOINT_PAGES)
    expect(warned).toEqual([expect.stringContaining('could not be checkpointed in the background')])
    // No file was created that could be mistaken for the database.
    expect(existsSync(file)).toBe(false)

    renameSync(`${file}.away`, file)
    expect(connection.unmovedPages()).toBeGreaterThan(CHECKPOINT_PAGES)
    for (let commits = 0; commits <= 100; commits++) checkpointer.look()
    await checkpointer.close()
    expect([connection.unmovedPages(), commitsMoveAt()]).toEqual([0, 8 * CHECKPOINT_PAGES])
  })

  it('is left alone if the file was replaced', () => {
    open(() => {
      throw new Error('gone')
    })
    write(CHECKPOINT_PAGES + 100)
    checkpointer.look()
    expect(connection.unmovedPages()).toBeGreaterThan(CHECKPOINT_PAGES)
  })

  it('whose length cannot be read causes no failure', () => {
    open()
    vi.spyOn(connection, 'unmovedPages').mockImplementation(() => {
      throw new Error('disk I/O error')
    })
    expect(() => checkpointer.look()).not.toThrow()
    vi.restoreAllMocks()
  })
})

import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import type { SqliteDriver } from '../../src/adapters/sqlite/driver.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { Writer } from '../../src/adapters/sqlite/writer.ts'
import { everyone, StoreUnavailable, type WritableRows } from '../../src/core/ports/store.ts'
import { counter } from '../contract/store/samples.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = join(temporaryFolder(), 'store.sqlite')
const store = await createSqliteStore({ file })
const library = await loadDriver()

/** Control statements of the writer, without those of callbacks. */
let statements: string[] = []
/** Called before each statement that returns no rows; throws scripted disk errors. */
let disk: (sql: string, end: () => void) => void = () => {}

const watched: SqliteDriver = {
  ...library,
  open(path) {
    const database = library.open(path)
    return {
      prepare(sql) {
        const statement = database.prepare(sql)
        return {
          all: (values) => statement.all(values),
          run(values) {
            if (/^(begin|commit|rollback|savepoint|release)/.test(sql)) statements.push(sql)
            disk(sql, () => database.exec('rollback'))
            return statement.run(values)
          },
        }
      },
      exec: (sql) => database.exec(sql),
      get inTransaction() {
        return database.inTransaction
      },
      close: () => database.close(),
    }
  },
}
const connection = openConnection(watched, file, { readOnly: false })
const writer = new Writer(connection)
afterAll(async () => {
  await writer.close()
  connection.close()
  await store.close()
})
beforeEach(async () => {
  disk = () => {}
  await store.write((rows) => rows.counters.remove(everyone, {}))
  statements = []
})

const add = (id: string) => (rows: WritableRows) => rows.counters.add(counter(id), { value: 1 })
const addAndThrow = (id: string) => async (rows: WritableRows) => {
  await add(id)(rows)
  throw new Error(`no ${id}`)
}
const kept = () =>
  store.read(async (rows) => {
    const counters = await rows.counters.find(everyone, {})
    return Object.fromEntries(counters.map(({ id, value }) => [id, value]))
  })
const failWith = (code: string) => {
  throw Object.assign(new Error(`the disk says ${code}`), { code })
}

/**
 * Stops time until the test ends: a group ends after some milliseconds, which pass quickly on a busy
 * machine.
 */
const holdTime = () => {
  const held = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => held.mockRestore())
}

describe('group commit', () => {
  it('commits all waiting transactions at once, without savepoints', async () => {
    holdTime()
    await Promise.all(Array.from({ length: 20 }, () => writer.write(add('c'))))
    expect(statements).toEqual(['begin immediate', 'commit'])
    expect(await kept()).toEqual({ c: 20 })
  })

  it('commits patient writes together with the next write', async () => {
    holdTime()
    const patient = writer.write(add('a'), { patient: true })
    await writer.write(add('b'))
    await patient
    expect(statements).toEqual(['begin immediate', 'commit'])
    expect(await kept()).toEqual({ a: 1, b: 1 })
  })

  it('commits patient writes alone if no other write arrives', async () => {
    holdTime()
    await Promise.all(Array.from({ length: 3 }, () => writer.write(add('a'), { patient: true })))
    expect(statements).toEqual(['begin immediate', 'commit'])
    expect(await kept()).toEqual({ a: 3 })
  })

  it('commits patient writes before it closes', async () => {
    const closing = new Writer(connection)
    const patient = closing.write(add('a'), { patient: true })
    await closing.close()
    await patient
    expect(await kept()).toEqual({ a: 1 })
  })

  it('replays the group with savepoints when a callback throws', async () => {
    const outcomes = await Promise.allSettled([
      writer.write(add('a')),
      writer.write(addAndThrow('b')),
      writer.write(add('a')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(statements.slice(0, 9)).toEqual([
      'begin immediate',
      'rollback',
      'begin immediate',
      'savepoint body',
      'release body',
      'savepoint body',
      'rollback to body',
      'release body',
      'commit',
    ])
    expect(await kept()).toEqual({ a: 2 })
  })

  it('does not repeat a callback that was alone', async () => {
    let runs = 0
    const body = async () => {
      runs += 1
      throw new Error('no')
    }
    await expect(writer.write(body)).rejects.toThrow('no')
    expect(runs).toBe(1)
    expect(statements).toEqual(['begin immediate', 'rollback'])
  })

  it('yields to the event loop when callbacks take long', async () => {
    let turns = 0
    let going = true
    const turn = () => {
      turns += 1
      if (going) setImmediate(turn)
    }
    const slow = async (rows: WritableRows) => {
      await add('c')(rows)
      for (const started = performance.now(); performance.now() - started < 7; );
      return turns
    }
    setImmediate(turn)
    const seen = await Promise.all(Array.from({ length: 10 }, () => writer.write(slow)))
    going = false
    // Never more callbacks in one turn than the budget allows.
    for (const at of new Set(seen))
      expect(seen.filter((turnOf) => turnOf === at).length).toBeLessThanOrEqual(2)
    // Nor in one commit: the first callback would wait for all others.
    expect(statements.filter((statement) => statement === 'commit').length).toBeGreaterThanOrEqual(2)
    expect(await kept()).toEqual({ c: 10 })
  })
})

describe('a callback with very many statements', () => {
  const busy = (ms: number) => {
    for (const started = performance.now(); performance.now() - started < ms; );
  }
  /** Takes far longer than a turn of the loop may. */
  const long = async (rows: WritableRows) => {
    for (let n = 0; n < 10; n++) {
      await add('c')(rows)
      busy(5)
    }
  }

  it('yields between statements within one transaction', async () => {
    let turns = 0
    const beat = setInterval(() => {
      turns += 1
    }, 0)
    await writer.write(long)
    clearInterval(beat)
    expect(turns).toBeGreaterThanOrEqual(2)
    expect(statements).toEqual(['begin immediate', 'commit'])
    expect(await kept()).toEqual({ c: 10 })
  })

  it('is still abandoned when it waits for something else afterwards', async () => {
    const waiting = writer.write(async (rows) => {
      await long(rows)
      await new Promise((resolve) => setTimeout(resolve, 10_000))
    })
    await expect(waiting).rejects.toThrow('waited for something other')
    expect(await kept()).toEqual({})
  })

  it('runs nothing after it has thrown', async () => {
    let late: Promise<unknown> | undefined
    const thrown = writer.write(async (rows) => {
      await add('a')(rows)
      busy(30)
      late = add('late')(rows)
      late.catch(() => {})
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    await expect(late).rejects.toThrow('has ended')
    expect(await kept()).toEqual({})
  })
})

describe('when the disk fails', () => {
  const insert = (sql: string) => /^insert into "counters"/.test(sql)

  it('fails the whole group when the transaction was ended, and continues afterwards', async () => {
    let calls = 0
    // `add` returns rows and so does not call `disk`; only the plain inserts below do.
    disk = (sql, end) => {
      if (!insert(sql) || ++calls > 1) return
      end()
      failWith('SQLITE_IOERR_WRITE')
    }
    const outcomes = await Promise.allSettled([
      writer.write(add('a')),
      writer.write(async (rows) => {
        // A callback that ignores errors must not write outside of the ended transaction.
        await rows.counters.insert(counter('x')).catch(() => {})
        await rows.counters.insert(counter('y')).catch(() => {})
        await rows.counters.get(everyone, 'a').catch(() => {})
      }),
    ])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) })
    expect(await kept()).toEqual({})
    await writer.write(add('a'))
    expect(await kept()).toEqual({ a: 1 })
  })

  it.each(['SQLITE_FULL', 'SQLITE_IOERR_FSYNC'])(
    'fails the whole group when the commit fails with %s',
    async (code) => {
      disk = (sql) => {
        if (sql === 'commit') failWith(code)
      }
      const outcomes = await Promise.allSettled([writer.write(add('a')), writer.write(add('b'))])
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) })
      disk = () => {}
      expect(await kept()).toEqual({})
      await writer.write(add('a'))
      expect(await kept()).toEqual({ a: 1 })
    },
  )

  it('fails waiting transactions when none can begin', async () => {
    disk = (sql) => {
      if (sql.startsWith('begin')) failWith('SQLITE_BUSY')
    }
    const outcomes = await Promise.allSettled([writer.write(add('a')), writer.write(add('b'))])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) })
    disk = () => {}
    await writer.write(add('a'))
    expect(await kept()).toEqual({ a: 1 })
  })

  it('distinguishes errors of callbacks from a failed commit', async () => {
    let begins = 0
    disk = (sql) => {
      // The group rolls back, and then the replay cannot begin.
      if (sql.startsWith('begin') && ++begins === 2) failWith('SQLITE_IOERR')
    }
    const outcomes = await Promise.allSettled([writer.write(add('a')), writer.write(addAndThrow('b'))])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) })
    disk = () => {}
    expect(await kept()).toEqual({})
  })
})

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../bin/cli/settings.ts'
import { openDatabase, openEvenMoved } from '../../bin/instance/database.ts'
import { type MoveMark, moveMark, noteMove } from '../../bin/instance/move-mark.ts'
import { type MovePoint, moveShop } from '../../bin/move/move.ts'
import { digestOf, tableNames } from '../../bin/move/rows.ts'
import { undoMove } from '../../bin/move/undo.ts'
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { organisation } from '../contract/store/samples.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { setInFolder } from '../support/instance.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { wireTo } from '../support/postgres/wire.ts'
import { canMount, smallDisk } from '../support/small-disk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let folders = 0

interface Shop {
  data: string
  /** Where its rows are; undefined for the file. */
  database: string | undefined
}

const settingsOf = async ({ data, database }: Shop) => ({
  ...(await readSettings(data, {}, {})),
  database,
})
const where = async (shop: Shop) => ({
  dataDir: shop.data,
  settings: await settingsOf(shop),
  log: silentLog,
})
const move = async (shop: Shop, to: string | undefined, at?: (point: MovePoint) => void) =>
  moveShop({ ...(await where(shop)), to, blobs: undefined }, at)

/** The rows as a start finds them, or even where no start takes them. */
const opened = async <T>(
  shop: Shop,
  look: (store: Store) => Promise<T>,
  open: typeof openDatabase = openEvenMoved,
): Promise<T> => {
  const { store } = await open(shop.data, await settingsOf(shop), silentLog)
  return look(store).finally(() => store.close())
}
const starts = (shop: Shop) => opened(shop, async () => true, openDatabase)
const fill = (shop: Shop, organisations = 100) =>
  opened(shop, (store) =>
    store.write(async (rows) => {
      for (let n = 0; n < organisations; n++) {
        await rows.organisations.insert(organisation(`org_${String(n).padStart(4, '0')}`, 'Zoë'))
      }
    }),
  )
const digests = (shop: Shop) =>
  opened(shop, async (store) => {
    await store.write((rows) => noteMove(rows, undefined))
    return Promise.all(tableNames.map((name) => digestOf(store, name)))
  })
const markOf = (shop: Shop) => opened(shop, (store) => store.read(moveMark))

const onFile = async (data = join(folder, String(folders++))): Promise<Shop> => {
  mkdirSync(data, { mode: 0o700 })
  const shop = { data, database: undefined }
  await fill(shop)
  return shop
}
const onServer = async (): Promise<Shop> => {
  const data = join(folder, String(folders++))
  mkdirSync(data, { mode: 0o700 })
  const shop = { data, database: await newDatabase() }
  await fill(shop)
  return shop
}
const anotherShop = async (): Promise<string> => (await onServer()).database!
const markedDatabase = async (mark: Partial<MoveMark>): Promise<string> => {
  const url = await newDatabase()
  await noteIn(url, mark)
  return url
}
const noteIn = async (url: string, mark: Partial<MoveMark>) => {
  const store = await createPostgresStore({ url })
  await store.write((rows) => noteMove(rows, { ...someMark, ...mark }))
  await store.close()
}
const someMark: MoveMark = {
  id: 'another',
  role: 'target',
  state: 'under_way',
  from: '/elsewhere/lettershop.db',
  to: 'the database x on y',
  schema: '0001',
  begunAt: '2026-01-05T03:00:00.000Z',
}

const refusal = async (moving: Promise<unknown>) => {
  const error = await moving.then(
    () => undefined,
    (failed: { body?: { exitCode: number; detail: string } }) => failed,
  )
  return error?.body ? [error.body.exitCode, error.body.detail] : error
}

const withMigrations = async (sql: string): Promise<string> => {
  const url = await newDatabase()
  await (await createPostgresStore({ url })).close()
  await query(url, sql)
  return url
}

test.each<[string, () => Promise<string>, number, RegExp]>([
  [
    'an unreachable database',
    async () => 'postgres://127.0.0.1:1/none',
    15,
    /^The database none on 127.0.0.1:1 cannot be used: .*ECONNREFUSED.*same command again/,
  ],
  [
    'a database with another shop',
    anotherShop,
    4,
    /^The database .* has an instance already: name an empty database\.$/,
  ],
  [
    'a database with tables of another program',
    async () => {
      const url = await newDatabase()
      await query(url, 'create table users (id int)')
      return url
    },
    4,
    /has tables of another program/,
  ],
  [
    'a database of a newer version',
    () => withMigrations(`insert into schema_migrations values ('9999_later', 'x', 0)`),
    12,
    /has the schema of a newer version of Lettershop \(9999_later\)/,
  ],
  [
    'a database of an earlier version',
    () =>
      withMigrations('delete from schema_migrations where name = (select max(name) from schema_migrations)'),
    4,
    /has the schema of an earlier version/,
  ],
  [
    'the target of another move',
    () => markedDatabase({}),
    4,
    /is the target of another move, from \/elsewhere/,
  ],
  [
    'a database that was moved away',
    () => markedDatabase({ role: 'source', state: 'moved', endedAt: 'now' }),
    4,
    /was moved away, or is being moved/,
  ],
])('%s is no target, and the shop stays in force', async (_, prepare, code, sentence) => {
  const shop = await onFile()
  expect(await refusal(move(shop, await prepare()))).toEqual([code, expect.stringMatching(sentence)])
  expect(await starts(shop)).toBe(true)
})

test('nothing moves to where it is, out of a database without a shop, or onto a file that has one', async () => {
  const shop = await onFile()
  expect(await refusal(move(shop, undefined))).toEqual([4, expect.stringContaining('are in')])
  const empty = { ...shop, database: await newDatabase() }
  expect(await refusal(move(empty, undefined))).toEqual([15, expect.stringContaining('has no instance')])
  const onBoth = { ...shop, database: await newDatabase() }
  await fill(onBoth)
  expect(await refusal(move(onBoth, undefined))).toEqual([
    4,
    `${join(shop.data, 'lettershop.db')} has an instance already: put that file away first.`,
  ])
  expect(await starts(onBoth)).toBe(true)
  expect(await starts(shop)).toBe(true)
})

test('nothing moves while a server uses it', async () => {
  const shop = await onFile()
  const lock = await lockFolder(shop.data)
  expect(await refusal(move(shop, await newDatabase()))).toEqual([
    11,
    expect.stringContaining('stop it first'),
  ])
  lock!.release()
  const shared = await onServer()
  await opened(shared, async (store) => {
    await store.read((rows) => rows.organisations.count(everyone, {}))
    expect(await refusal(move(shared, undefined))).toEqual([
      11,
      expect.stringContaining('stop every server first'),
    ])
  })
})

test('a move that has begun goes to no other place and is ended by no other version, but can be given up', async () => {
  const shop = await onFile()
  const to = await newDatabase()
  await expect(move(shop, to, stopAt('begun'))).rejects.toThrow(Stopped)
  expect(await refusal(move(shop, await newDatabase()))).toEqual([
    4,
    expect.stringContaining('has not ended'),
  ])
  expect(await refusal(starts(shop))).toEqual([10, expect.stringContaining('give it up with')])
  expect(await refusal(starts({ ...shop, database: to }))).toEqual([
    15,
    expect.stringContaining('is the target of a move'),
  ])
  const mark = await markOf(shop)
  await opened(shop, (store) => store.write((rows) => noteMove(rows, { ...mark!, schema: '0001_initial' })))
  expect(await refusal(move(shop, to))).toEqual([4, expect.stringContaining('another version of Lettershop')])
  expect(await undoMove(await where(shop))).toMatchObject({ movedAt: null, held: false })
  expect(await starts(shop)).toBe(true)
  expect(await refusal(undoMove(await where(shop)))).toEqual([4, expect.stringContaining('was not moved')])
  // The new move is not the one whose target that was.
  expect(await refusal(move(shop, to))).toEqual([4, expect.stringContaining('another move')])
  await move(shop, await newDatabase())
})

/** The move ends here as it would where its process was killed. */
class Stopped extends Error {}
const stopAt = (stop: MovePoint) => (point: MovePoint) => {
  if (point === stop) throw new Stopped()
}

test('there and back: the same rows, and only one side is in force', async () => {
  const shop = await onFile()
  const before = await digests(shop)
  const there = { ...shop, database: await newDatabase() }
  const report = await move(shop, there.database)
  expect(report).toMatchObject({ tables: tableNames.length, files: null, aside: null })
  expect(report.checks.map(({ name, result }) => `${name} ${result}`)).toEqual([
    'key holds',
    'blobs holds',
    'money holds',
    'analytics holds',
  ])
  expect(await refusal(starts(shop))).toEqual([
    10,
    expect.stringMatching(/was moved to the database .*name it with --database/),
  ])
  expect(await refusal(move(shop, there.database))).toEqual([4, expect.stringContaining('was moved to')])
  expect(await digests(there)).toEqual(before)
  await opened(
    there,
    (store) => store.write((rows) => rows.facts.insert({ id: 'new', value: 'written there' })),
    openDatabase,
  )

  const back = await move(there, undefined)
  expect(back.rows).toBe(report.rows + 1)
  expect(back.aside).toMatch(/lettershop\.db\.moved-\d{8}T\d{6}Z$/)
  expect(existsSync(back.aside!)).toBe(true)
  expect(readdirSync(shop.data).filter((name) => name.includes('moving'))).toEqual([])
  expect(await refusal(starts(there))).toEqual([15, expect.stringContaining('take --database')])
  const found = await opened(
    shop,
    (store) => store.read((rows) => rows.facts.get(everyone, 'new')),
    openDatabase,
  )
  expect(found?.value).toBe('written there')
})

test('a move that is taken back after its end holds printing and invoicing, as a restored backup does', async () => {
  const shop = await onFile()
  await move(shop, await newDatabase())
  expect(await undoMove(await where(shop))).toMatchObject({ held: true, movedAt: expect.any(String) })
  const facts = await opened(
    shop,
    (store) => store.read((rows) => rows.facts.find(everyone, {})),
    openDatabase,
  )
  const ids = facts.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['printing-hold', 'invoicing-hold']))
})

test('a database that goes away on the way is named, and the same command goes on when it is back', async () => {
  const shop = await onFile()
  const before = await digests(shop)
  const url = await newDatabase()
  const wire = await wireTo(url)
  let batches = 0
  const cut = (point: MovePoint) => {
    if (point === 'batch' && ++batches === 2) void wire.close()
  }
  expect(await refusal(move(shop, wire.url, cut))).toEqual([
    15,
    expect.stringMatching(/cannot be used: .*run the same command again/),
  ])
  const again = await wireTo(url, { port: Number(new URL(wire.url).port) })
  await move(shop, wire.url)
  await again.close()
  expect(await digests({ ...shop, database: url })).toEqual(before)
})

test.skipIf(!canMount && !process.env.CI)(
  'a full disk is named, and the same command goes on when there is room',
  async () => {
    const disk = smallDisk(48)
    const data = join(disk.path, 'data')
    mkdirSync(data, { mode: 0o700 })
    const shop: Shop = { data, database: await newDatabase() }
    await fill(shop, 100)
    await opened(shop, (store) =>
      store.write(async (rows) => {
        for (let n = 10; n < 70; n++) {
          await rows.facts.insert({ id: `large_${n}`, value: 'x'.repeat(200_000) })
        }
      }),
    )
    const before = await digests(shop)
    let files = false
    const full = (point: MovePoint) => {
      if (point === 'files') disk.fill(8 * 1024 * 1024)
      files ||= point === 'files'
    }
    expect(await refusal(move(shop, undefined, full))).toEqual([
      10,
      expect.stringMatching(/lettershop\.db cannot be used: .*run the same command again/),
    ])
    expect(files).toBe(true)
    disk.free()
    await move(shop, undefined)
    expect(await digests({ ...shop, database: undefined })).toEqual(before)
  },
)

/** Runs a move in a process of its own, which kills itself at the point; gives how it ended. */
const moveUntilKilled = (data: string, to: string, at: MovePoint): Promise<unknown> => {
  const script = join(import.meta.dirname, '../support/move-until-killed.ts')
  const stdio = ['ignore', 'inherit', 'inherit'] as const
  const child = endWithUs(spawn(process.execPath, [script, data, to, at], { stdio: [...stdio] }))
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
}

/** Each process goes on where the one before was killed. */
const kills: MovePoint[] = [
  'marked',
  'begun',
  'files',
  'batch',
  'batch',
  'batch',
  'compared',
  'moved',
  'released',
]

test.each([
  ['to PostgreSQL', onFile],
  ['to a file', onServer],
])('a move %s that is killed again and again ends with the same rows', async (_, prepare) => {
  const shop = await prepare()
  const before = await digests(shop)
  const target = { ...shop, database: shop.database === undefined ? await newDatabase() : undefined }
  if (shop.database !== undefined) setInFolder(shop.data, { database: shop.database })
  for (const at of kills) {
    expect([at, await moveUntilKilled(shop.data, target.database ?? 'folder', at)]).toEqual([at, 'SIGKILL'])
    expect((await refusal(starts(shop)))?.toString()).toMatch(/has not ended|was moved to/)
    if (at === 'released' || at === 'marked') continue
    expect((await refusal(starts(target)))?.toString()).toContain('is the target of a move')
  }
  expect(await refusal(move(shop, target.database))).toEqual([4, expect.stringContaining('was moved to')])
  expect(await digests(target)).toEqual(before)
})

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../bin/instance/database.ts'
import type { MovePoint } from '../../bin/move/move.ts'
import { tableNames } from '../../bin/move/rows.ts'
import { undoMove } from '../../bin/move/undo.ts'
import { openSigner, publicKeysIn, readPublicKeys } from '../../src/adapters/system/signing-keys.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { setInFolder } from '../support/instance.ts'
import {
  digests,
  fill,
  move,
  onFile,
  onServer,
  opened,
  refusal,
  type Shop,
  starts,
  where,
} from '../support/moving.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { wireTo } from '../support/postgres/wire.ts'
import { canMount, smallDisk } from '../support/small-disk.ts'

test('there and back: the same rows, and only one side is active', async () => {
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
    expect.stringMatching(/was moved to the database .*set it with --database/),
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
  expect(await refusal(starts(there))).toEqual([15, expect.stringContaining('remove --database')])
  const found = await opened(
    shop,
    (store) => store.read((rows) => rows.facts.get(everyone, 'new')),
    openDatabase,
  )
  expect(found?.value).toBe('written there')
})

test('from one PostgreSQL database to another', async () => {
  const shop = await onServer()
  const before = await digests(shop)
  const there = { ...shop, database: await newDatabase() }
  await move(shop, there.database)
  expect((await refusal(starts(shop)))?.toString()).toMatch(/^15,The data in the database .* set it with/)
  expect(await digests(there)).toEqual(before)
})

test('into a partitioned database, also after an interruption, and back', async () => {
  const shop = await onFile()
  const before = await digests(shop)
  const there = { ...shop, database: await newDatabase() }
  const cut = (point: MovePoint) => {
    if (point === 'batch') throw new Error('cut off')
  }
  await expect(move(shop, there.database, cut, 2)).rejects.toThrow('cut off')
  await move(shop, there.database, undefined, 2)
  const [items] = await query(there.database, `select relkind as kind from pg_class where relname = 'items'`)
  expect(items).toEqual({ kind: 'p' })
  expect(await digests(there)).toEqual(before)
  await move(there, undefined)
  expect(await digests(shop)).toEqual(before)
})

test('a database with an instance is refused, and is not partitioned', async () => {
  const shop = await onFile()
  const { database } = await onServer()
  expect(await refusal(move(shop, database, undefined, 2))).toEqual([
    4,
    expect.stringContaining('has an instance already'),
  ])
  const [items] = await query(database!, `select relkind as kind from pg_class where relname = 'items'`)
  expect(items).toEqual({ kind: 'r' })
})

test('a move that started without partitions does not get any', async () => {
  const shop = await onFile()
  await opened(shop, (store) => fillEveryTable(store, 1))
  const database = await newDatabase()
  const cut = (point: MovePoint) => {
    if (point === 'compared') throw new Error('cut off')
  }
  await expect(move(shop, database, cut)).rejects.toThrow('cut off')
  expect(await refusal(move(shop, database, undefined, 2))).toEqual([
    4,
    expect.stringContaining('has rows in tables without partitions. Use an empty database'),
  ])
  await move(shop, database)
})

test('a move that is reverted after its end holds printing and invoicing, as a restored backup does', async () => {
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

test('a database that becomes unavailable is named, and the same command resumes when it is back', async () => {
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
  'a full disk is named, and the same command resumes when there is space',
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

/** Runs a move in a process that kills itself at the point; returns how it ended. */
const moveUntilKilled = (data: string, to: string, at: MovePoint): Promise<unknown> => {
  const script = join(import.meta.dirname, '../support/move-until-killed.ts')
  const stdio = ['ignore', 'inherit', 'inherit'] as const
  const child = endWithUs(spawn(process.execPath, [script, data, to, at], { stdio: [...stdio] }))
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
}

/** Each process resumes where the previous one was killed. */
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
])('a move %s that is killed repeatedly ends with the same rows', async (_, prepare) => {
  const shop = await prepare()
  const before = await digests(shop)
  const target = { ...shop, database: shop.database === undefined ? await newDatabase() : undefined }
  if (shop.database !== undefined) setInFolder(shop.data, { database: shop.database })
  for (const at of kills) {
    expect([at, await moveUntilKilled(shop.data, target.database ?? 'folder', at)]).toEqual([at, 'SIGKILL'])
    expect((await refusal(starts(shop)))?.toString()).toMatch(/unfinished|was moved to/)
    if (at === 'released' || at === 'marked') continue
    expect((await refusal(starts(target)))?.toString()).toContain('is the target of an unfinished move')
  }
  expect(await refusal(move(shop, target.database))).toEqual([4, expect.stringContaining('was moved to')])
  expect(await digests(target)).toEqual(before)
})

test('servers without the folder know every signing key, and sign with no other', async () => {
  const shop = await onFile()
  const signer = await openSigner(shop.data)
  await signer.rotate()
  const database = await newDatabase()
  await move(shop, database)
  const there = await opened(
    { ...shop, database },
    (store) => store.read((rows) => rows.facts.get(everyone, 'signing-keys')),
    openDatabase,
  )
  expect(publicKeysIn(there!.value)).toEqual(await readPublicKeys(shop.data))
  expect(publicKeysIn(there!.value)).toHaveLength(2)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blobsOf } from '../../bin/cli/blobs-setting.ts'
import { examine } from '../../bin/instance/examine/examine.ts'
import { noteMove } from '../../bin/instance/move-mark.ts'
import { moveShop } from '../../bin/move/move.ts'
import { undoMove } from '../../bin/move/undo.ts'
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { rowsOfEveryTable } from '../support/every-table.ts'
import {
  anotherShop,
  fill,
  markedDatabase,
  markOf,
  move,
  onFile,
  onServer,
  opened,
  refusal,
  Stopped,
  starts,
  stopAt,
  where,
} from '../support/moving.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { startTestS3 } from '../support/s3/server.ts'

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
    'a database with another instance',
    anotherShop,
    4,
    /^The database .* has an instance already\. Use an empty database\.$/,
  ],
  [
    'a database with another encoding',
    () => newDatabase('LATIN1'),
    15,
    /cannot be used: The database has the encoding LATIN1\. .* template0\. Nothing is lost/,
  ],
  [
    'a database of a changed version',
    () => withMigrations(`update schema_migrations set checksum = 'x'`),
    12,
    /The applied migration 0001_/,
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
])('%s is refused as a target, and the source stays active', async (_, prepare, code, sentence) => {
  const shop = await onFile()
  expect(await refusal(move(shop, await prepare()))).toEqual([code, expect.stringMatching(sentence)])
  expect(await starts(shop)).toBe(true)
})

test('a move to the same place, from an empty database or onto an existing instance is refused', async () => {
  const shop = await onFile()
  expect(await refusal(move(shop, undefined))).toEqual([4, expect.stringContaining('are already in')])
  const empty = { ...shop, database: await newDatabase() }
  expect(await refusal(move(empty, undefined))).toEqual([15, expect.stringContaining('has no instance')])
  const onBoth = { ...shop, database: await newDatabase() }
  await fill(onBoth)
  expect(await refusal(move(onBoth, undefined))).toEqual([
    4,
    `${join(shop.data, 'lettershop.db')} has an instance already. Move that file elsewhere first.`,
  ])
  expect(await starts(onBoth)).toBe(true)
  expect(await starts(shop)).toBe(true)
  const shared = await onServer()
  writeFileSync(join(shared.data, 'lettershop.db-wal'), 'what is left of a database')
  expect(await refusal(move(shared, undefined))).toEqual([4, expect.stringContaining('its log still exists')])
  writeFileSync(join(shared.data, 'lettershop.db'), 'a text')
  expect(await refusal(move(shared, undefined))).toEqual([
    4,
    expect.stringContaining('is not a Lettershop database'),
  ])
})

test('existing inconsistencies are reported, and moved too', async () => {
  const shop = await onFile()
  await opened(shop, (store) =>
    store.write(async (rows) => {
      const [, [upload]] = rowsOfEveryTable(1).find(([name]) => name === 'uploads')!
      await rows.uploads.insert({ ...upload, blobKey: 'lost' } as never)
    }),
  )
  const { checks } = await move(shop, await newDatabase())
  expect(checks.filter(({ result }) => result === 'fails')).toEqual([
    { name: 'blobs', result: 'fails', detail: '1 missing: lost (uploads uploads_00000)' },
  ])
})

test('files cannot be included once rows with their location have been copied', async () => {
  const s3 = await startTestS3()
  const shop = await onFile()
  const to = await newDatabase()
  await expect(move(shop, to, stopAt('batch'))).rejects.toThrow(Stopped)
  const setting = blobsOf(s3.address('late'), {
    LETTERSHOP_BLOBS_CREDENTIALS: `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}`,
  })
  expect(await refusal(moveShop({ ...(await where(shop)), to, blobs: { setting } }))).toEqual([
    4,
    expect.stringContaining('started without --blobs'),
  ])
  expect((await move(shop, to)).files).toBe(null)
  await s3.close()
})

test('a move is refused while a server uses the instance', async () => {
  const shop = await onFile()
  const lock = await lockFolder(shop.data)
  expect(await refusal(move(shop, await newDatabase()))).toEqual([
    11,
    expect.stringContaining('Stop it, run the command'),
  ])
  lock!.release()
  const shared = await onServer()
  await opened(shared, async (store) => {
    await store.read((rows) => rows.organisations.count(everyone, {}))
    expect(await refusal(move(shared, undefined))).toEqual([
      11,
      expect.stringContaining('stop every server, run the command'),
    ])
  })
})

test('a started move accepts no other target and no other version, but can be abandoned', async () => {
  const shop = await onFile()
  const to = await newDatabase()
  await expect(move(shop, to, stopAt('begun'))).rejects.toThrow(Stopped)
  expect(await refusal(move(shop, await newDatabase()))).toEqual([
    4,
    expect.stringContaining('is unfinished'),
  ])
  expect(await refusal(starts(shop))).toEqual([10, expect.stringContaining('abandon it with')])
  const checks = await examine(shop.data)
  expect(checks.find(({ name }) => name === 'move')).toMatchObject({
    status: 'wrong',
    detail: expect.stringContaining('is unfinished'),
  })
  expect(await refusal(starts({ ...shop, database: to }))).toEqual([
    15,
    expect.stringContaining('is the target of an unfinished move'),
  ])
  const mark = await markOf(shop)
  await opened(shop, (store) => store.write((rows) => noteMove(rows, { ...mark!, schema: '0001_initial' })))
  expect(await refusal(move(shop, to))).toEqual([4, expect.stringContaining('another version of Lettershop')])
  expect(await undoMove(await where(shop))).toMatchObject({ movedAt: null, held: false })
  expect(await starts(shop)).toBe(true)
  expect(await refusal(undoMove(await where(shop)))).toEqual([4, expect.stringContaining('was not moved')])
  // The target still belongs to the move that was undone.
  expect(await refusal(move(shop, to))).toEqual([4, expect.stringContaining('another move')])
  await move(shop, await newDatabase())
})

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../bin/cli/settings.ts'
import { openDatabase, openMovedDatabase } from '../../bin/instance/database.ts'
import { type MoveMark, moveMark, noteMove } from '../../bin/instance/move-mark.ts'
import { type MovePoint, moveShop } from '../../bin/move/move.ts'
import { digestOf, tableNames } from '../../bin/move/rows.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { organisation } from '../contract/store/samples.ts'
import { newDatabase } from './postgres/database.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
let folders = 0

export interface Shop {
  data: string
  /** URL of the database with the rows; undefined for the file in the data folder. */
  database: string | undefined
}

export const settingsOf = async ({ data, database }: Shop) => ({
  ...(await readSettings(data, {}, {})),
  database,
})
export const where = async (shop: Shop) => ({
  dataDir: shop.data,
  settings: await settingsOf(shop),
  log: silentLog,
})
export const move = async (
  shop: Shop,
  to: string | undefined,
  at?: (point: MovePoint) => void,
  partitions?: number,
) => moveShop({ ...(await where(shop)), to, partitions, blobs: undefined }, at)

/** Opens the store of a shop for `look`, by default even if its rows have been moved away. */
export const opened = async <T>(
  shop: Shop,
  look: (store: Store) => Promise<T>,
  open: typeof openDatabase = openMovedDatabase,
): Promise<T> => {
  const { store } = await open(shop.data, await settingsOf(shop), silentLog)
  return look(store).finally(() => store.close())
}
export const starts = (shop: Shop) => opened(shop, async () => true, openDatabase)
export const fill = (shop: Shop, organisations = 100) =>
  opened(shop, (store) =>
    store.write(async (rows) => {
      for (let n = 0; n < organisations; n++) {
        await rows.organisations.insert(organisation(`org_${String(n).padStart(4, '0')}`, 'Zoë'))
      }
    }),
  )
export const digests = (shop: Shop) =>
  opened(shop, async (store) => {
    await store.write((rows) => noteMove(rows, undefined))
    return Promise.all(tableNames.map((name) => digestOf(store, name)))
  })
export const markOf = (shop: Shop) => opened(shop, (store) => store.read(moveMark))

export const onFile = async (data = join(folder, String(folders++))): Promise<Shop> => {
  mkdirSync(data, { mode: 0o700 })
  const shop = { data, database: undefined }
  await fill(shop)
  return shop
}
export const onServer = async (): Promise<Shop> => {
  const data = join(folder, String(folders++))
  mkdirSync(data, { mode: 0o700 })
  const shop = { data, database: await newDatabase() }
  await fill(shop)
  return shop
}
export const anotherShop = async (): Promise<string> => (await onServer()).database!
export const markedDatabase = async (mark: Partial<MoveMark>): Promise<string> => {
  const url = await newDatabase()
  await noteIn(url, mark)
  return url
}
export const noteIn = async (url: string, mark: Partial<MoveMark>) => {
  const store = await createPostgresStore({ url })
  await store.write((rows) => noteMove(rows, { ...someMark, ...mark }))
  await store.close()
}
export const someMark: MoveMark = {
  id: 'another',
  role: 'target',
  state: 'under_way',
  from: '/elsewhere/lettershop.db',
  to: 'the database x on y',
  schema: '0001',
  begunAt: '2026-01-05T03:00:00.000Z',
}

export const refusal = async (moving: Promise<unknown>) => {
  const error = await moving.then(
    () => undefined,
    (failed: { body?: { exitCode: number; detail: string } }) => failed,
  )
  return error?.body ? [error.body.exitCode, error.body.detail] : error
}

/** Thrown at a point of a move to end it there, like a kill of its process. */
export class Stopped extends Error {}
export const stopAt = (stop: MovePoint) => (point: MovePoint) => {
  if (point === stop) throw new Stopped()
}

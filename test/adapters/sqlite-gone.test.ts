import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { everyone, StoreGone } from '../../src/core/ports/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const opened = async () => {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  const at = (name: string) => join(folder, name)
  writeFileSync(at('lock'), '')
  const store = await createSqliteStore({ file: at('shop.db'), alongside: [at('lock')] })
  const write = (id: string) => store.write((rows) => rows.facts.insert({ id, value: '' }))
  const knows = async (id: string) => (await store.read((rows) => rows.facts.get(everyone, id))) !== undefined
  await write('before')
  expect(await knows('before')).toBe(true)
  return { folder, at, store, write, knows }
}

test.each<[string, (at: (name: string) => string) => void, string]>([
  ['the file is removed', (at) => rmSync(at('shop.db')), 'shop.db was removed'],
  ['the log is removed', (at) => rmSync(at('shop.db-wal')), 'shop.db-wal was removed'],
  ['the lock is removed', (at) => rmSync(at('lock')), 'lock was removed'],
  ['the whole folder is removed', (at) => rmSync(at('.'), { recursive: true }), 'shop.db was removed'],
  [
    'another file is put in its place',
    (at) => {
      writeFileSync(at('other'), '')
      renameSync(at('other'), at('shop.db'))
    },
    'shop.db was replaced',
  ],
])('no write is answered once %s', async (_what, remove, message) => {
  const { at, store, write, knows } = await opened()
  remove(at)
  const refused = write('behind')
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.toBeInstanceOf(StoreGone)
  expect(await knows('before')).toBe(true)
  await store.close()
})

test('restored, it is written again', async () => {
  const { folder, store, write, knows } = await opened()
  renameSync(folder, `${folder}-away`)
  await expect(write('behind')).rejects.toBeInstanceOf(StoreGone)
  renameSync(`${folder}-away`, folder)
  await write('again')
  expect([await knows('behind'), await knows('again')]).toEqual([false, true])
  await store.close()
})

import { chmodSync, linkSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'
import { createSqliteStore as createPlainStore } from '../../src/adapters/sqlite/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { createSqliteStore, StoreInUse } from '../../src/sqlite.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const newFile = () => join(temporaryFolder(), 'shop.db')
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('a second store on one file is refused and names the file', async () => {
  const file = newFile()
  const store = await createSqliteStore({ file })
  await expect(createSqliteStore({ file })).rejects.toThrow(StoreInUse)
  await expect(createSqliteStore({ file: join(file, '..', 'shop.db') })).rejects.toThrow(
    `${file} is open in another store`,
  )
  await store.close()
  await (await createSqliteStore({ file })).close()
})

test.skipIf(process.platform === 'win32')(
  'a second store on one file is refused through a link',
  async () => {
    const file = newFile()
    const [link, folder] = [`${file}.link`, join(temporaryFolder(), 'folder')]
    const store = await createSqliteStore({ file })
    symlinkSync(file, link)
    symlinkSync(dirname(file), folder)
    await expect(createSqliteStore({ file: link })).rejects.toThrow(StoreInUse)
    await expect(createSqliteStore({ file: join(folder, 'shop.db') })).rejects.toThrow(StoreInUse)
    await store.close()
    await (await createSqliteStore({ file: link })).close()
  },
)

test.skipIf(process.platform === 'win32')('a file with several names is refused', async () => {
  const file = newFile()
  const other = join(dirname(file), 'other.db')
  const store = await createSqliteStore({ file })
  linkSync(file, other)
  // Another process could open the second name, because the lock is next to the first.
  await expect(createSqliteStore({ file: other })).rejects.toThrow(`${other} has 2 names (hard links)`)
  await store.close()
  await expect(createSqliteStore({ file })).rejects.toThrow('Remove the other names')
  rmSync(other)
  await (await createSqliteStore({ file })).close()
})

test('an invalid path is reported with a remedy', async () => {
  const folder = temporaryFolder()
  const junk = join(folder, 'junk')
  writeFileSync(junk, 'no database '.repeat(200))
  const opening = (file: unknown) => createSqliteStore({ file } as { file: string })
  await expect(opening(junk)).rejects.toThrow(`${junk} is not an SQLite database`)
  await expect(opening(folder)).rejects.toThrow('Use a file in it')
  await expect(opening(join(folder, 'missing', 'shop.db'))).rejects.toThrow('does not exist. Create it first')
  await expect(opening(':memory:')).rejects.toThrow('createMemoryStore')
  await expect(opening(undefined)).rejects.toThrow('needs the path')
})

test('the database of a running server is refused', async () => {
  const folder = temporaryFolder()
  const server = await lockFolder(folder)
  const file = join(folder, 'lettershop.db')
  await expect(createSqliteStore({ file })).rejects.toThrow(StoreInUse)
  server!.release()
  await (await createSqliteStore({ file })).close()
})

test('after a store that could not be opened, the file can be opened', async () => {
  const file = newFile()
  await expect(createSqliteStore({ file, begun: true })).rejects.toThrow()
  await (await createSqliteStore({ file })).close()
})

test.skipIf(process.platform === 'win32')('a new database is readable by its user only', async () => {
  const file = newFile()
  const store = await createSqliteStore({ file })
  const files = readdirSync(dirname(file)).map((name) => modeOf(join(dirname(file), name)))
  expect(files.length).toBeGreaterThan(3)
  expect(new Set(files)).toEqual(new Set(['600']))
  await store.close()
})

test.skipIf(process.platform === 'win32')(
  'a database that others could read becomes private, with a warning',
  async () => {
    const file = newFile()
    await (await createPlainStore({ file })).close()
    chmodSync(file, 0o644)
    const warnings: string[] = []
    const store = await createSqliteStore({
      file,
      log: { ...silentLog, warn: (message) => warnings.push(message) },
    })
    expect({ mode: modeOf(file), warnings: warnings.length }).toEqual({ mode: '600', warnings: 1 })
    await store.close()
  },
)

test.skipIf(process.platform === 'win32')(
  'blobs are readable by their user only, also in a folder of an earlier version',
  async () => {
    const root = temporaryFolder()
    chmodSync(root, 0o755)
    const blobs = await openFsBlobs(root)
    await blobs.put('a/b/c', new Uint8Array([1]))
    expect([root, join(root, 'a'), join(root, 'a/b'), join(root, 'a/b/c')].map(modeOf)).toEqual([
      '700',
      '700',
      '700',
      '600',
    ])
  },
)

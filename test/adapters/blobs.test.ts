import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { createMemoryBlobs } from '../../src/adapters/memory/blobs.ts'
import { blobsContract, pattern } from '../contract/blobs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newRoot = () => mkdtempSync(join(folder, 'blobs-'))

blobsContract('memory', async () => createMemoryBlobs())
blobsContract('blobs-fs', () => openFsBlobs(newRoot()))

it('keeps blobs and clears unfinished ones when the folder is opened again', async () => {
  const root = newRoot()
  const before = await openFsBlobs(root)
  await before.put('a/kept', pattern(7))
  const writer = await before.create('a/unfinished')
  await writer.write(pattern(100))
  expect(readdirSync(join(root, '~unfinished'))).toHaveLength(1)

  const after = await openFsBlobs(root)
  expect(readdirSync(join(root, '~unfinished'))).toEqual([])
  expect(await after.get('a/kept')).toEqual(pattern(7))
  await writer.abort()
})

it('creates its folder with all parents', async () => {
  const blobs = await openFsBlobs(join(newRoot(), 'one/two/three'))
  await blobs.put('a', pattern(1))
  expect(await blobs.size('a')).toBe(1)
})

it('leaves no temporary file behind when a blob cannot be renamed', async () => {
  const root = newRoot()
  const blobs = await openFsBlobs(root)
  await blobs.put('a', pattern(1))
  await expect(blobs.put('a/b', pattern(1))).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(readdirSync(root).sort()).toEqual(['a', '~unfinished'])
  expect(readdirSync(join(root, '~unfinished'))).toEqual([])
})

it('says what is wrong when the root is a file', async () => {
  const file = join(newRoot(), 'file')
  writeFileSync(file, '')
  await expect(openFsBlobs(file)).rejects.toThrow(/EEXIST|ENOTDIR/)
})

it('removes and replaces nothing while the blobs are held; new ones are written', async () => {
  const blobs = await openFsBlobs(newRoot())
  await blobs.put('old', pattern(1))
  await blobs.put('replaced', pattern(2))
  const done: string[] = []
  let changes: Promise<unknown>[] = []
  await blobs.whileKept(async () => {
    changes = [
      blobs.remove('old').then(() => done.push('removed')),
      blobs.put('replaced', pattern(3)).then(() => done.push('replaced')),
    ]
    await blobs.put('new', pattern(4))
    // Another call waits for this one.
    changes.push(blobs.whileKept(async () => done.push('second')))
    expect(await blobs.get('old')).toEqual(pattern(1))
    expect(await blobs.get('replaced')).toEqual(pattern(2))
    expect(done).toEqual([])
  })
  await Promise.all(changes)
  expect(done.toSorted()).toEqual(['removed', 'replaced', 'second'])
  expect(await blobs.get('old')).toBeUndefined()
  expect(await blobs.get('replaced')).toEqual(pattern(3))
  expect(await blobs.get('new')).toEqual(pattern(4))
})

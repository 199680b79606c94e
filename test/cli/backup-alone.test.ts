import { existsSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackup } from '../../bin/backup/create.ts'
import type { S3Blobs } from '../../src/adapters/blobs-s3/blobs.ts'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('without a server the command makes the backup itself; a failed one reports the reason and leaves nothing', async () => {
  const data = join(temporaryFolder(), 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const to = join(data, '..', 'backups')
  const made = await lettershopJson(['backup', '--to', to, '--data', data])
  expect((await lettershopJson(['backup', 'verify', made.path])).holds).toBe(true)
  writeFileSync(join(data, '..', 'file'), '')
  const { code, stderr } = await lettershop(['backup', '--to', join(data, '..', 'file'), '--data', data])
  expect([code, stderr]).toEqual([1, expect.stringContaining('could not be written')])
})

test('a backup fails only after its other copies have ended, and begins no more', async () => {
  const folder = temporaryFolder()
  const to = join(folder, 'backups')
  const begun: string[] = []
  const ended: string[] = []
  const blobs: Pick<S3Blobs, 'list' | 'stream' | 'whileSaved'> = {
    async *list() {
      for (let part = 1; part <= 20; part++) yield `runs/run_1/part-${part}.pdf`
    },
    async stream(key) {
      if (key.endsWith('/part-2.pdf')) throw new Error('The bucket does not answer')
      begun.push(key)
      return (async function* () {
        for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
        yield Buffer.from('%PDF')
        ended.push(key)
      })()
    },
    whileSaved: (save, work) => work({ save, isNew: () => false }),
  }
  const source = {
    ...{ dataDir: join(folder, 'data'), schema: '', keyFingerprint: '' },
    copyDatabase: async () => ({}),
    blobs: { kind: 'bucket' as const, blobs: blobs as S3Blobs },
  }
  await expect(createBackup(source, to)).rejects.toThrow('The bucket does not answer')
  expect({ ended: [...ended].sort(), files: readdirSync(to) }).toEqual({
    ended: [...begun].sort(),
    files: [],
  })
  expect(begun.length).toBeLessThan(4)
  if (existsSync('/proc/self/fd')) expect(openFilesBelow(to)).toEqual([])
})

/** Returns the paths of this process's open files, also of deleted ones. */
const openFilesBelow = (folder: string): string[] =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd))
      } catch {
        // The listing of this folder itself is closed.
        return ''
      }
    })
    .filter((path) => path.startsWith(folder))

test('backups of the same second get different names', async () => {
  const data = join(temporaryFolder(), 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const server = await startServerProcess(['--data', data])
  const to = join(data, '..', 'backups')
  const made = await Promise.all(
    [1, 2, 3, 4].map(() => lettershopJson(['backup', '--to', to, '--data', data])),
  )
  expect(new Set(made.map(({ path }) => path)).size).toBe(4)
  expect(readdirSync(to)).toHaveLength(4)
  await server.end()
})

test('a backup cannot be made in the data folder, or restored into a data folder or a backup', async () => {
  const data = join(temporaryFolder(), 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const within = join(data, '..', 'within')
  symlinkSync(data, within)
  for (const to of [data, join(data, 'backups'), join(data, 'blobs', 'a'), join(within, 'backups')]) {
    const { code, stderr } = await lettershop(['backup', '--to', to, '--data', data])
    expect([code, stderr]).toEqual([4, expect.stringContaining('is in the data folder')])
  }
  expect(existsSync(join(data, 'backups'))).toBe(false)
  const { path } = await lettershopJson(['backup', '--to', join(data, '..', 'backups'), '--data', data])
  for (const into of [join(data, 'copy'), join(within, 'blobs', 'copy'), join(path, 'copy')]) {
    const { code, stderr } = await lettershop(['restore', path, '--data', into])
    expect([code, stderr]).toEqual([4, expect.stringContaining('a data folder or a backup')])
    expect(existsSync(into)).toBe(false)
  }
})

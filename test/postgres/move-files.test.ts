import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../bin/instance/database.ts'
import { tableNames } from '../../bin/move/rows.ts'
import { type FsBlobs, openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { digestHeader } from '../../src/adapters/blobs-s3/read.ts'
import { defaultPartBytes } from '../../src/adapters/blobs-s3/write.ts'
import { lettershopJson, startCommand } from '../support/cli.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { setInFolder } from '../support/instance.ts'
import { digests, onFile, opened, refusal, type Shop, starts } from '../support/moving.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { type Fault, type S3Request, startTestS3 } from '../support/s3/server.ts'

// Small pages, so that lists are paginated as for thousands of files.
const s3 = await startTestS3({ pageSize: 7 })
afterAll(() => s3.close())
const bucket = s3.address('moved')
const env = { LETTERSHOP_BLOBS_CREDENTIALS: `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}` }

const large = 'uploads/list'
const names = [...Array.from({ length: 20 }, (_, index) => `runs/part-${index + 10}`), large]
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** The files by name. The last one is sent in two parts, each with its own request. */
const files = new Map(
  names.map((name) => [name, Buffer.alloc(name === large ? defaultPartBytes + 9 : 5_000, `${name}. `)]),
)
const expected = Object.fromEntries(names.map((name) => [name, sha256(files.get(name)!)]))
const size = [...files.values()].reduce((sum, { length }) => sum + length, 0)

/** Returns the bucket's objects with their digests, by name, without the instance's mark. */
const inBucket = (): Record<string, string> =>
  Object.fromEntries(
    [...s3.bucket.objects]
      .map(([key, { bytes }]): [string, string] => [key.replace(/^moved\//, ''), sha256(bytes)])
      .filter(([name]) => name !== '~lettershop')
      .sort(),
  )

/** Returns the names of the objects sent to the bucket, whole or in parts. */
const sent = () =>
  s3.requests
    .filter((request) => /^(PUT|POST) /.test(request))
    .map((request) => request.replace(/^\w+ moved\/|\?part$/g, ''))

/** Returns a function that is true for the n-th matching request only. */
const nth = (count: number, matches: (request: S3Request) => boolean) => {
  let seen = 0
  return (request: S3Request) => matches(request) && ++seen === count
}
const isMark = ({ key }: S3Request) => key.endsWith('~lettershop')
const sends = ({ method, key }: S3Request) => method === 'PUT' && key.includes('/runs/')
const reads = ({ method, key }: S3Request) => method === 'GET' && key.includes('/runs/')
const sendsPart = ({ method, query }: S3Request) => method === 'PUT' && query.has('uploadId')
const putsTogether = ({ method, query }: S3Request) => method === 'POST' && query.has('uploadId')

/** Runs a command, kills it at a request and executes none of its later requests. Returns how it ended. */
const killedAt = async (at: (request: S3Request) => boolean, how: Fault, args: readonly string[]) => {
  s3.reset()
  const { child, ended } = startCommand(args, env)
  s3.onRequest((request) => {
    if (child.killed) return 'silent'
    if (!at(request)) return undefined
    child.kill('SIGKILL')
    return how
  })
  const end = await ended
  await s3.hangUp()
  return end
}

/** Returns a new shop, its folder of files, the shop at its target, and the command that moves it. */
const newShop = async () => {
  s3.reset()
  s3.bucket.objects.clear()
  const shop = await onFile()
  const folder = await openFsBlobs(join(shop.data, 'blobs'))
  for (const [name, bytes] of files) await folder.put(name, bytes)
  const database = await newDatabase()
  const there = { ...shop, database }
  return { shop, folder, there, move: ['move', '--data', shop.data, '--to', database, '--blobs', bucket] }
}

/** Returns a digest of each table except `facts`, which holds the location of the files. */
const rowsOf = async (shop: Shop) => {
  const all = await digests(shop)
  return all.filter((_, index) => tableNames[index] !== 'facts')
}

/** Runs the move until it kills itself at a point after its files, where no request shows the progress. */
const killedBehindItsFiles = (data: string, to: string, at: string): Promise<unknown> => {
  const script = join(import.meta.dirname, '../support/move-until-killed.ts')
  const child = endWithUs(
    spawn(process.execPath, [script, data, to, at, bucket], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
}

const kills: [string, (request: S3Request) => boolean, Fault][] = [
  ['before the bucket gets its owner mark', nth(1, isMark), 'silent'],
  // The first request reads the mark.
  ['while the mark is sent', nth(2, isMark), 'unanswered'],
  ['before the first file has arrived', nth(1, sends), 'silent'],
  ['while the fifth file is sent', nth(5, sends), 'unanswered'],
  ['while arrived files are read and compared', nth(3, reads), 'silent'],
  ['between the two parts of a large file', nth(2, sendsPart), 'silent'],
  ['before the upload is completed', nth(1, putsTogether), 'silent'],
  ['just after the large file is complete', nth(1, putsTogether), 'unanswered'],
]

test('a repeatedly killed move into a bucket sends no file twice, and ends with all of them', async () => {
  const { shop, there, move } = await newShop()
  const before = await rowsOf(shop)
  let arrived: Record<string, string> = {}
  for (const [moment, at, how] of kills) {
    expect([moment, await killedAt(at, how, move)]).toEqual([moment, 'SIGKILL'])
    expect([moment, sent().filter((name) => name in arrived)]).toEqual([moment, []])
    const now = inBucket()
    expect(now).toMatchObject(arrived)
    expect(expected).toMatchObject(now)
    arrived = now
    expect([moment, (await refusal(starts(shop)))?.toString()]).toEqual([
      moment,
      expect.stringContaining('unfinished'),
    ])
  }
  expect(arrived).toEqual(expected)

  s3.reset()
  for (const at of ['files', 'batch', 'compared']) {
    expect([at, await killedBehindItsFiles(shop.data, there.database, at)]).toEqual([at, 'SIGKILL'])
  }
  const report = await lettershopJson(move, env)
  expect(report.checks.map(({ result }: { result: string }) => result)).toEqual(Array(4).fill('holds'))
  expect(sent()).toEqual([])
  expect(inBucket()).toEqual(expected)
  expect(await rowsOf(there)).toEqual(before)
  setInFolder(shop.data, { database: there.database, blobs: bucket })
  expect(await lettershopJson(['org', 'list', '--data', shop.data], env)).toHaveLength(100)
})

test('files erased, damaged or replaced before a killed move resumes are erased and repaired in the bucket', async () => {
  const { folder, move } = await newShop()
  expect(await killedAt(nth(9, sends), 'unanswered', move)).toBe('SIGKILL')
  const [erased, damaged, other] = Object.keys(inBucket()) as [string, string, string]
  await folder.remove(erased)
  const bytes = Buffer.from('Other pages.')
  const put = (name: string, change: object) => {
    const key = `moved/${name}`
    s3.bucket.objects.set(key, { ...s3.bucket.objects.get(key)!, bytes, ...change })
  }
  put(damaged, {})
  // The stored digest matches the bytes, but they are not those of the file.
  put(other, { meta: { [digestHeader]: sha256(bytes) } })
  expect(await killedAt(nth(1, sends), 'silent', move)).toBe('SIGKILL')
  s3.reset()
  const report = await lettershopJson(move, env)
  expect(report.files).toMatchObject({ files: names.length - 1, bytes: size - files.get(erased)!.length })
  const { [erased]: _, ...left } = expected
  expect(inBucket()).toEqual(left)
})

test('a repeatedly killed move back into the folder writes no file twice, and ends with all of them', async () => {
  const { folder, there, shop, move } = await newShop()
  await lettershopJson(move, env)
  for await (const name of folder.list('')) await folder.remove(name)
  setInFolder(shop.data, { database: there.database, blobs: bucket })
  const back = ['move', '--data', shop.data, '--to', 'folder', '--blobs', 'folder']
  let arrived: Record<string, unknown> = {}
  for (const count of [1, 6, 14]) {
    expect([count, await killedAt(nth(count, reads), 'silent', back)]).toEqual([count, 'SIGKILL'])
    const now = await inFolder(shop, folder)
    expect(now).toMatchObject(arrived)
    arrived = now
  }
  expect(Object.keys(arrived).length).toBeGreaterThan(3)
  s3.reset()
  expect((await lettershopJson(back, env)).files).toMatchObject({ files: names.length, bytes: size })
  const ended = await inFolder(shop, folder)
  expect(ended).toMatchObject(arrived)
  expect(Object.fromEntries(Object.entries(ended).map(([name, { digest }]) => [name, digest]))).toEqual(
    expected,
  )
  setInFolder(shop.data, { database: undefined, blobs: undefined })
  await opened(shop, async () => {}, openDatabase)
})

/** Returns the files in the folder with digest and inode: a rewritten file has another inode. */
const inFolder = async ({ data }: Shop, folder: FsBlobs) => {
  const found: Record<string, { digest: string; inode: number }> = {}
  for await (const name of folder.list('')) {
    const { ino } = statSync(join(data, 'blobs', name))
    found[name] = { digest: sha256((await folder.get(name))!), inode: ino }
  }
  return found
}

import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blobsOf } from '../../bin/cli/blobs-setting.ts'
import { explainSettings, readSettings } from '../../bin/cli/settings.ts'
import { moveFiles } from '../../bin/instance/blobs/move.ts'
import { openBlobs } from '../../bin/instance/blobs/open.ts'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { rowsOfEveryTable } from '../support/every-table.ts'
import { fault } from '../support/s3/objects.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.close())
beforeEach(() => s3.reset())

let places = 0
const newPlace = () => s3.address(`place-${places++}`)
const newFolder = () => mkdtempSync(join(folder, 'data-'))
const credentials = () => ({
  LETTERSHOP_BLOBS_CREDENTIALS: `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}`,
})

/** Opens the blobs of an instance like a start with `--blobs`. */
const open = (store: Store, address: string | undefined, dataDir = newFolder()) =>
  openBlobs({
    dataDir,
    settings: { blobs: blobsOf(address, credentials()) },
    store,
    isShared: false,
    log: silentLog,
  }).then(({ blobs }) => blobs)

const refusal = async (opening: Promise<unknown>) => {
  const error = await opening.then(
    () => undefined,
    (failed: { body: { exitCode: number; detail: string } }) => failed,
  )
  return [error?.body.exitCode, error?.body.detail]
}

describe('the bucket of an instance', () => {
  test('is marked at the first start and recognised at the next', async () => {
    const store = createMemoryStore()
    const address = newPlace()
    await (await open(store, address)).put('a', Buffer.from('a'))
    expect(await (await open(store, address)).size('a')).toBe(1)
  })

  test('cannot belong to another instance', async () => {
    const address = newPlace()
    await open(createMemoryStore(), address)
    expect(await refusal(open(createMemoryStore(), address))).toEqual([
      16,
      expect.stringContaining('holds the files of another instance'),
    ])
  })

  test('is not replaced by the folder or an empty bucket if a setting is missing or wrong', async () => {
    const store = createMemoryStore()
    const address = newPlace()
    await open(store, address)
    expect(await refusal(open(store, undefined))).toEqual([16, expect.stringContaining('Set --blobs')])
    expect(await refusal(open(store, newPlace()))).toEqual([16, expect.stringContaining('has none of them')])
  })

  test('may be copied with other tools, including its mark', async () => {
    const store = createMemoryStore()
    await open(store, s3.address('before'))
    const mark = 'after/~lettershop'
    s3.bucket.objects.set(mark, s3.bucket.objects.get('before/~lettershop')!)
    await open(store, s3.address('after'))
    await open(store, s3.address('after'))
    s3.bucket.objects.delete(mark)
    expect(await refusal(open(store, s3.address('before')))).toEqual([undefined, undefined])
  })

  test('is marked after a crash between the two records', async () => {
    const store = createMemoryStore()
    const address = newPlace()
    s3.onRequest(({ method }) => (method === 'PUT' ? 'cut' : undefined))
    expect((await refusal(open(store, address)))[0]).toBe(16)
    s3.reset()
    await open(store, address)
    expect(await refusal(open(createMemoryStore(), address))).toEqual([16, expect.any(String)])
  })

  test('cannot be inside another instance’s place, which would copy it too', async () => {
    const address = newPlace()
    await open(createMemoryStore(), address)
    const inner = address.replace('?', '/deep/inside?')
    expect(await refusal(open(createMemoryStore(), inner))).toEqual([
      16,
      expect.stringMatching(/inside\/ is inside s3:.*, which holds the files of an instance/),
    ])
    // Prefixes that the credentials cannot read are not checked.
    s3.onRequest(({ method, key }) =>
      method === 'GET' && key.endsWith('~lettershop') && !key.includes('deep')
        ? fault(403, 'AccessDenied')
        : undefined,
    )
    await open(createMemoryStore(), inner)
  })

  test('is refused if the folder has files, or if the bucket has unknown ones', async () => {
    const dataDir = newFolder()
    await (await openFsBlobs(join(dataDir, 'blobs'))).put('a', Buffer.from('a'))
    expect(await refusal(open(createMemoryStore(), newPlace(), dataDir))).toEqual([
      16,
      expect.stringContaining('lettershop blobs move'),
    ])
    await s3.blobs('photos').put('holiday.jpg', Buffer.from('x'))
    expect(await refusal(open(createMemoryStore(), s3.address('photos')))).toEqual([
      16,
      expect.stringContaining('is not empty: it has holiday.jpg'),
    ])
  })
})

describe('an instance with files', () => {
  const [, [upload]] = rowsOfEveryTable(1).find(([name]) => name === 'uploads')!
  const take = (store: Store) =>
    store.write((rows) => rows.uploads.insert({ ...upload, blobKey: 'uploads/list' } as never))

  test('does not start a bucket on a server without the folder that has them', async () => {
    const store = createMemoryStore()
    const address = newPlace()
    await take(store)
    expect(await refusal(open(store, address))).toEqual([
      16,
      expect.stringMatching(/has files, such as uploads\/list, which are neither in s3:.*blobs move/),
    ])
    // Nothing is written to the bucket: after a correction, the settings may name the folder.
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([])
    await open(store, undefined)
  })

  test('does not start another bucket of the same name, and marks its own again if the mark is lost', async () => {
    const store = createMemoryStore()
    const address = newPlace()
    await (await open(store, address)).put('uploads/list', Buffer.from('a'))
    await take(store)
    const elsewhere = await startTestS3()
    const { prefix } = blobsOf(address, credentials())!.place
    const sameName = elsewhere.address(prefix.slice(0, -1))
    try {
      expect(await refusal(open(store, sameName))).toEqual([
        16,
        expect.stringMatching(/no mark of this instance and none of its files, such as uploads\/list/),
      ])
      expect(elsewhere.bucket.objects.size).toBe(0)
      s3.bucket.objects.delete(`${prefix}~lettershop`)
      await open(store, address)
      expect(s3.bucket.objects.has(`${prefix}~lettershop`)).toBe(true)
      // The instance's files may move to that bucket, and are then no longer used from the old one.
      const where = { dataDir: newFolder(), store, isShared: false, log: silentLog }
      const settings = { blobs: blobsOf(address, credentials()) }
      await moveFiles({ ...where, settings }, blobsOf(sameName, credentials()))
      expect(await (await open(store, sameName)).size('uploads/list')).toBe(1)
      expect((await refusal(open(store, address)))[0]).toBe(16)
    } finally {
      await elsewhere.close()
    }
  })

  test('keeps using the bucket that has them', async () => {
    const store = createMemoryStore()
    const address = newPlace()
    await open(store, address)
    await take(store)
    await open(store, address)
  })
})

describe('the setting', () => {
  const shown = async (env: Record<string, string>) =>
    Object.fromEntries((await explainSettings(newFolder(), {}, env)).map(({ name, value }) => [name, value]))

  test('is shown without the credentials', async () => {
    const address = 's3://letters/shop?region=eu-west-1'
    expect(await shown({ LETTERSHOP_BLOBS: address, ...credentials() })).toMatchObject({
      blobs: address,
      blobsCredentials: '[redacted]',
    })
    expect(await shown({})).toMatchObject({ blobs: null, blobsCredentials: null })
  })

  test('selects the folder explicitly, overriding other sources', async () => {
    const env = { LETTERSHOP_BLOBS: 's3://letters?region=eu-west-1', ...credentials() }
    expect((await readSettings(newFolder(), { blobs: 'folder' }, env)).blobs).toBeUndefined()
  })

  test.each([
    [{}, /there are no credentials/],
    [{ LETTERSHOP_BLOBS_CREDENTIALS: 'very-secret' }, /takes ID:SECRET/],
    [{ LETTERSHOP_BLOBS_CREDENTIALS_FILE: '/none/such' }, /ENOENT/],
    [{ AWS_ACCESS_KEY_ID: 'x' }, /there are no credentials/],
  ])('is refused with the credentials %j', async (env, reason) => {
    const reading = readSettings(newFolder(), { blobs: 's3://letters?region=eu-west-1' }, env)
    await expect(reading).rejects.toThrow(reason)
    await expect(reading).rejects.not.toThrow('very-secret')
  })

  test.each([
    [{ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' }, ['a', 'b', 'c']],
    [{ LETTERSHOP_BLOBS_CREDENTIALS: 'a:b/+=:c' }, ['a', 'b/+=', 'c']],
    [{ LETTERSHOP_BLOBS_CREDENTIALS: 'a:b', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' }, ['a', 'b']],
  ])('takes the credentials %j', async (env, expected) => {
    const { blobs } = await readSettings(newFolder(), { blobs: 's3://letters?region=eu-west-1' }, env)
    expect(Object.values(await blobs!.credentials(false))).toEqual(expected)
  })
})

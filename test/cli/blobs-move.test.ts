import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobsOf } from '../../bin/cli/blobs-setting.ts'
import { moveFiles } from '../../bin/instance/blobs/move.ts'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { fault } from '../support/s3/objects.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.close())

const names = Array.from({ length: 12 }, (_, index) => `runs/part-${String(index).padStart(2, '0')}`)
const content = (name: string) => Buffer.from(`The pages of ${name}.`)

/** Creates an instance with twelve files in its folder, and functions that move them to a bucket and back. */
const newShop = async (prefix: string) => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const files = await openFsBlobs(join(dataDir, 'blobs'))
  for (const name of names) await files.put(name, content(name))
  const store = createMemoryStore()
  const credentials = `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}`
  const bucket = blobsOf(s3.address(prefix), { LETTERSHOP_BLOBS_CREDENTIALS: credentials })
  const where = (blobs: typeof bucket) => ({
    dataDir,
    settings: { blobs },
    store,
    isShared: false,
    log: silentLog,
  })
  return {
    files,
    there: () => moveFiles(where(undefined), bucket),
    back: () => moveFiles(where(bucket), undefined),
  }
}

const sent = () => s3.requests.filter((request) => request.startsWith('PUT') && request.includes('part-'))

test('an interrupted move of files resumes without sending files again', async () => {
  const { files, there, back } = await newShop('shop')
  s3.onRequest(({ method }) =>
    method === 'PUT' && sent().length > 7 ? fault(403, 'AccessDenied') : undefined,
  )
  await expect(there()).rejects.toThrow('AccessDenied')
  const arrived = [...s3.bucket.objects.keys()].filter((key) => key.includes('part-')).sort()
  expect(arrived.length).toBeGreaterThan(2)
  expect(arrived.length).toBeLessThan(names.length)

  // In between, one file was erased and one arrived damaged.
  const [erased, damaged] = arrived.map((key) => key.replace('shop/', '')) as [string, string]
  await files.remove(erased)
  const copy = s3.bucket.objects.get(`shop/${damaged}`)!
  s3.bucket.objects.set(`shop/${damaged}`, { ...copy, bytes: Buffer.from('Other pages.') })
  s3.reset()
  const left = names.filter((name) => name !== erased)
  const bytes = left.reduce((sum, name) => sum + content(name).length, 0)
  expect(await there()).toMatchObject({ files: 11, bytes })
  expect(sent().sort()).toEqual(
    left
      .filter((name) => name === damaged || !arrived.includes(`shop/${name}`))
      .map((name) => `PUT shop/${name}`),
  )
  for (const name of left) expect(s3.bucket.objects.get(`shop/${name}`)!.bytes).toEqual(content(name))
  expect(s3.bucket.objects.has(`shop/${erased}`)).toBe(false)

  // Moves back into the folder, which still has the old files. One of them was erased from the bucket since.
  s3.bucket.objects.delete(`shop/${damaged}`)
  expect(await back()).toMatchObject({ files: 10 })
  expect(await files.size(damaged)).toBeUndefined()
  expect(await files.get(left.at(-1)!)).toEqual(new Uint8Array(content(left.at(-1)!)))
})

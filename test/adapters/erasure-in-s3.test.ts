import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { erasureContract } from '../contract/erasure.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.close())

erasureContract(async (folder) => ({
  store: await createSqliteStore({ file: join(folder, 'lettershop.db') }),
  database: 'lettershop.db',
  elsewhere: {
    blobs: s3.blobs('blobs'),
    placesWith: (holds) => [
      ...[...s3.bucket.objects].filter(([, { bytes }]) => holds(bytes)).map(([key]) => key),
      // Parts of uploads are files too.
      ...[...s3.bucket.uploads.values()]
        .filter(({ parts }) => [...parts.values()].some(holds))
        .map(({ key }) => `${key} (unfinished)`),
    ],
  },
}))

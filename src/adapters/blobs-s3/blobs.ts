import { createHash } from 'node:crypto'
import { type Blobs, type Download, writeBlob } from '../../core/ports/blobs.ts'
import { assertBlobKey, assertBlobPrefix } from '../blob-key.ts'
import { createChanges, type Saving } from './changes.ts'
import {
  type CredentialsSource,
  createS3Client,
  defaultPatience,
  type Patience,
  type S3Client,
  type S3Request,
  textIn,
} from './client.ts'
import type { S3Place } from './place.ts'
import { assertMissing, factsOf, keysWith, readFrom, readWhole, unfinishedUploads } from './read.ts'
import { abortUpload, createS3Writer, defaultPartBytes, putWhole } from './write.ts'

/** Keys can't contain `~`, so no blob has this name. */
const mark = '~lettershop'

const sentence = 'Files of an instance of Lettershop, which looks for this one: leave it where it is.'

const readOwner = async (client: S3Client): Promise<string | undefined> => {
  const bytes = await readWhole(client, mark)
  return bytes && new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1)
}

const writeOwner = (client: S3Client, id: string): Promise<void> => {
  const bytes = new TextEncoder().encode(`${sentence}\n${id}\n`)
  return putWhole(client, mark, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') })
}

/** Whether a bucket keeps old versions of objects. `suspended`: only of objects written earlier. */
type Versioning = 'enabled' | 'suspended' | 'none'

const versioningOf = (client: S3Client): Promise<Versioning> =>
  client.send(
    {
      operation: 'GetBucketVersioning',
      method: 'GET',
      query: { versioning: '' },
      what: 'report its versioning',
    },
    async ({ answer }) => {
      const status = textIn(await answer.text(), 'Status')
      return status === 'Enabled' ? 'enabled' : status === 'Suspended' ? 'suspended' : 'none'
    },
  )

export interface S3BlobsOptions {
  place: S3Place
  credentials: CredentialsSource
  patience?: Partial<Patience>
  /** Maximum bytes of a request body; a writer holds two. 8 MiB by default, at least 5 MiB. */
  partBytes?: number
}

export interface S3Blobs extends Blobs {
  /** Passes blobs to `save`, possibly twice, before they are removed or replaced. Rejects if `save` fails. */
  whileSaved<T>(save: (key: string) => Promise<void>, work: (saving: Saving) => Promise<T>): Promise<T>
  look(): Promise<void>
  /** The id of the instance that owns this place, as recorded by `own`; undefined if it has no owner. */
  owner(): Promise<string | undefined>
  own(id: string): Promise<void>
  versioning(): Promise<Versioning>
}

/** Seconds for which a presigned URL is valid. A download in progress may take longer. */
export const linkSeconds = 300

/** Longer than any upload or any part of a run takes. */
const abandonedMs = 24 * 60 * 60_000

/** Limits of a connection test, for which a user waits. */
const testPatience = { tries: 1, silenceMs: 3000 }

/**
 * Stores blobs in a bucket of an S3-compatible server (docs/blobs.md). Processes that use the same place
 * share them. Methods throw `BlobsUnavailable` once the retries of a failed request are exhausted.
 */
export const createS3Blobs = (options: S3BlobsOptions): S3Blobs => {
  const { place, credentials, patience, partBytes = defaultPartBytes } = options
  const patient = { ...defaultPatience, ...patience }
  const client = createS3Client(place, credentials, patient)
  const testClient = createS3Client(place, credentials, { ...patient, ...testPatience })
  const changes = createChanges(async (key) => (await factsOf(client, key)) !== undefined)
  const create = async (key: string) => {
    assertBlobKey(key)
    return createS3Writer(client, key, partBytes, (last) => changes.make(key, 'write', last))
  }

  return {
    create,
    put: (key, bytes) => writeBlob({ create }, key, (write) => write(bytes)),
    async get(key) {
      assertBlobKey(key)
      return readWhole(client, key)
    },
    async stream(key, range) {
      assertBlobKey(key)
      const facts = await factsOf(client, key)
      return facts && readFrom(client, key, facts, range ?? { start: 0, end: facts.size })
    },
    async size(key) {
      assertBlobKey(key)
      return (await factsOf(client, key))?.size
    },
    async remove(key) {
      assertBlobKey(key)
      await changes.make(key, 'remove', () => removeKey(client, key))
    },
    list(prefix) {
      assertBlobPrefix(prefix)
      return keysWith(client, prefix)
    },
    ...(place.downloads === undefined ? {} : { link: (key, as) => linkTo(client, key, as) }),
    look: () => discard(testClient, firstKeys(place)),
    tidy: () => removeAbandoned(client),
    whileSaved: changes.whileSaved,
    owner: () => readOwner(client),
    own: (id) => writeOwner(client, id),
    versioning: () => versioningOf(testClient),
  }
}

const discard = (client: S3Client, request: S3Request): Promise<void> =>
  client.send(request, async ({ answer }) => void (await answer.arrayBuffer()))

/** S3 answers 204 if there is no such key. Other servers may answer 404. */
const removeKey = (client: S3Client, key: string): Promise<void> =>
  client.send(
    { operation: 'DeleteObject', method: 'DELETE', key, what: `remove ${key}`, expected: [404] },
    async ({ answer }) => {
      const text = await answer.text()
      if (answer.status === 404) assertMissing(text)
    },
  )

const firstKeys = ({ prefix }: S3Place): S3Request => ({
  operation: 'ListObjectsV2',
  method: 'GET',
  query: { 'list-type': '2', 'max-keys': '1', prefix },
  what: 'be accessed',
})

/** Returns a presigned URL with the response headers that our server would send, so browsers act alike. */
const linkTo = (client: S3Client, key: string, { contentType, disposition }: Download): Promise<string> => {
  assertBlobKey(key)
  return client.presign(key, linkSeconds, {
    'response-content-type': contentType,
    'response-cache-control': 'private, no-store',
    ...(disposition === undefined ? {} : { 'response-content-disposition': disposition }),
  })
}

/** Aborts the uploads that ended processes left behind: their parts take up space and are listed nowhere. */
const removeAbandoned = async (client: S3Client): Promise<void> => {
  for await (const { key, id, begunAt } of unfinishedUploads(client)) {
    if (begunAt < Date.now() - abandonedMs) await abortUpload(client, key, id)
  }
}

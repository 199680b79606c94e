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

/** `~` is in no key, so no blob can ever have this name. */
const mark = '~lettershop'

const sentence = 'Files of an instance of Lettershop, which looks for this one: leave it where it is.'

/** The id of the instance whose place this is; undefined where none has noted it. */
const readOwner = async (client: S3Client): Promise<string | undefined> => {
  const bytes = await readWhole(client, mark)
  return bytes && new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1)
}

const noteOwner = (client: S3Client, id: string): Promise<void> => {
  const bytes = new TextEncoder().encode(`${sentence}\n${id}\n`)
  return putWhole(client, mark, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') })
}

/** Whether a bucket keeps old versions of what is removed or replaced, or of what was written before: `suspended`. */
type Versioning = 'enabled' | 'suspended' | 'none'

const versioningOf = (client: S3Client): Promise<Versioning> =>
  client.send(
    {
      operation: 'GetBucketVersioning',
      method: 'GET',
      query: { versioning: '' },
      what: 'be asked for its versions',
    },
    async ({ answer }) => {
      const status = textIn(await answer.text(), 'Status')
      return status === 'Enabled' ? 'enabled' : status === 'Suspended' ? 'suspended' : 'none'
    },
  )

export interface S3BlobsOptions {
  place: S3Place
  credentials: CredentialsSource
  /** How long it keeps asking a server that does not answer; `defaultPatience` otherwise. */
  patience?: Partial<Patience>
  /** The most bytes of one request, of which a writer holds two; 8 MiB by default, 5 MiB at least. */
  partBytes?: number
}

export interface S3Blobs extends Blobs {
  /**
   * Runs `work`. While it runs, every blob that is about to be removed or replaced through this value is
   * given to `save` first, which may be called for one twice; where that fails, `work` fails too.
   */
  whileSaved<T>(save: (key: string) => Promise<void>, work: (saving: Saving) => Promise<T>): Promise<T>
  look(): Promise<void>
  /** The id of the instance whose place this is, as `own` noted it; undefined where nobody did. */
  owner(): Promise<string | undefined>
  own(id: string): Promise<void>
  /** Whether old versions of removed and replaced files are kept. */
  versioning(): Promise<Versioning>
}

/** How long a download may begin at an address. One that has begun goes on. */
export const linkSeconds = 300

/** Longer than any upload or part of a run takes. */
const abandonedMs = 24 * 60 * 60_000

/** The patience of a look, which somebody waits for. */
const shortly = { tries: 1, silenceMs: 3000 }

/**
 * Blobs in a bucket of a server that speaks S3 (docs/blobs.md). Processes that use the same place share them.
 * Where the server does not do what is asked of it, methods throw `BlobsUnavailable` after some repetitions.
 */
export const createS3Blobs = (options: S3BlobsOptions): S3Blobs => {
  const { place, credentials, patience, partBytes = defaultPartBytes } = options
  const patient = { ...defaultPatience, ...patience }
  const client = createS3Client(place, credentials, patient)
  const hasty = createS3Client(place, credentials, { ...patient, ...shortly })
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
    look: () => discard(hasty, firstKeys(place)),
    tidy: () => removeAbandoned(client),
    whileSaved: changes.whileSaved,
    owner: () => readOwner(client),
    own: (id) => noteOwner(client, id),
    versioning: () => versioningOf(hasty),
  }
}

/** Sends a request whose answer says no more than that it was done. */
const discard = (client: S3Client, request: S3Request): Promise<void> =>
  client.send(request, async ({ answer }) => void (await answer.arrayBuffer()))

/** S3 answers 204 where there is no such key; other servers may say that there is none. */
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
  what: 'be looked at',
})

/** What the server says of the file in its answer, so that browsers show or save it as they do ours. */
const linkTo = (client: S3Client, key: string, { contentType, disposition }: Download): Promise<string> => {
  assertBlobKey(key)
  return client.presign(key, linkSeconds, {
    'response-content-type': contentType,
    'response-cache-control': 'private, no-store',
    ...(disposition === undefined ? {} : { 'response-content-disposition': disposition }),
  })
}

/** Gives up the uploads that a process left when it ended: their parts take room and are listed nowhere. */
const removeAbandoned = async (client: S3Client): Promise<void> => {
  for await (const { key, id, begunAt } of unfinishedUploads(client)) {
    if (begunAt < Date.now() - abandonedMs) await abortUpload(client, key, id)
  }
}

import { createHash } from 'node:crypto'
import { concatenate } from '../../core/kernel/bytes.ts'
import { BlobsUnavailable } from '../../core/ports/blobs.ts'
import { isBlobKey } from '../blob-key.ts'
import { blocksIn, type OpenAnswer, type S3Client, textIn, textsIn } from './client.ts'
import { brokenConnection, faultOf, S3Fault, unavailable } from './faults.ts'
import { nameOfPlace } from './place.ts'

/** Header with the SHA-256 in hex of a blob that was written in one request. */
export const digestHeader = 'x-amz-meta-sha256'
/** Header that identifies a blob written in parts, in case the response to its completion is lost. */
export const uploadHeader = 'x-amz-meta-upload'

const chunkLength = 64 * 1024

/** Reads a whole blob and verifies its digest; undefined if it doesn't exist. */
export const readWhole = (client: S3Client, key: string): Promise<Uint8Array | undefined> =>
  client.send(
    { operation: 'GetObject', method: 'GET', key, what: `read ${key}`, expected: [404] },
    async (open) => {
      if (open.answer.status === 404) return assertMissing(await open.answer.text())
      const chunks: Uint8Array[] = []
      for await (const chunk of bodyOf(open)) chunks.push(chunk)
      const bytes = concatenate(chunks)
      assertLength(open.answer, bytes.length)
      const digest = open.answer.headers.get(digestHeader)
      if (digest !== null && digest !== createHash('sha256').update(bytes).digest('hex')) throw damaged(key)
      return bytes
    },
  )

export interface Facts {
  size: number
  /** Identifies the exact bytes, so that a resumed read gets the same ones. */
  etag: string | undefined
  sha256: string | undefined
  upload: string | undefined
}

/** Returns a blob's metadata; undefined if it doesn't exist. */
export const factsOf = async (client: S3Client, key: string): Promise<Facts | undefined> => {
  const request = { key, what: `look for ${key}` }
  const facts = await client.send(
    { ...request, operation: 'HeadObject', method: 'HEAD', expected: [400, 403, 404] },
    async ({ answer }) => (answer.ok ? factsIn(answer, answer.headers.get('content-length')) : undefined),
  )
  if (facts) return facts
  // A response to HEAD has no body to tell a missing blob from a missing bucket, a proxy’s page or expired
  // credentials.
  return client.send(
    {
      ...request,
      operation: 'GetObject',
      method: 'GET',
      headers: { range: 'bytes=0-0' },
      expected: [404, 416],
    },
    async ({ answer }) => {
      if (answer.status === 404) return assertMissing(await answer.text())
      if (answer.status === 416) return factsIn(answer, '0')
      return factsIn(answer, /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1])
    },
  )
}

const factsIn = ({ headers }: Response, size: string | null | undefined): Facts => {
  if (!size) throw new S3Fault('the response has no length', { isPassing: true })
  return {
    size: Number(size),
    etag: headers.get('etag') ?? undefined,
    sha256: headers.get(digestHeader) ?? undefined,
    upload: headers.get(uploadHeader) ?? undefined,
  }
}

/** Throws unless the 404 is about the key. */
export const assertMissing = (text: string): undefined => {
  const code = textIn(text, 'Code')
  if (code === 'NoSuchKey') return undefined
  throw faultOf(404, code, textIn(text, 'Message'))
}

/**
 * Yields the bytes from `start` to before `end`. Sends the first request on the first read. A broken
 * connection is resumed where it broke, as long as each attempt makes progress.
 */
export async function* readFrom(
  client: S3Client,
  key: string,
  facts: Facts,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const whole = start === 0 && end >= facts.size
  const hash = whole && facts.sha256 !== undefined ? createHash('sha256') : undefined
  const last = Math.min(end, facts.size)
  for (let at = start, failures = 0; at < last; ) {
    const before = at
    let open: OpenAnswer | undefined
    try {
      open = await client.open(partOf(key, facts, at, last))
      if (open.answer.status !== 206) throw unexpected(open.answer)
      for await (const chunk of bodyOf(open)) {
        // More than the requested range: another file, or a server without range support.
        if (at + chunk.length > last) throw unexpected(open.answer)
        at += chunk.length
        hash?.update(chunk)
        yield chunk
      }
      if (at < last) throw new S3Fault('the response broke off', { isPassing: true })
    } catch (error) {
      // The retries of the request are exhausted.
      if (error instanceof BlobsUnavailable) throw error
      const fault = brokenConnection(error)
      failures = at > before ? 0 : failures + 1
      if (!fault.isPassing || failures > 2) throw unavailable(nameOfPlace(client.place), reading(key), fault)
      await client.pause(failures)
    } finally {
      open?.close()
    }
  }
  if (hash && hash.digest('hex') !== facts.sha256) {
    throw unavailable(nameOfPlace(client.place), reading(key), damaged(key))
  }
}

const reading = (key: string) => ({ operation: 'GetObject' as const, what: `read ${key}` })

const partOf = (key: string, { etag }: Facts, start: number, end: number) => ({
  ...reading(key),
  method: 'GET' as const,
  key,
  headers: { range: `bytes=${start}-${end - 1}`, ...(etag ? { 'if-match': etag } : {}) },
})

const unexpected = ({ status }: Response) =>
  new S3Fault(`the store answered a request for a part with ${status}`, { status, isPassing: false })

const damaged = (key: string) =>
  new S3Fault(`the bytes of ${key} differ from those that were written`, { isPassing: true })

const assertLength = ({ headers }: Response, length: number): void => {
  const announced = headers.get('content-length')
  if (announced === null || Number(announced) === length) return
  throw new S3Fault(`received ${length} bytes instead of ${announced}`, { isPassing: true })
}

/** Yields the body in chunks of at most 64 KiB, each a copy. */
async function* bodyOf({ answer, listen, rest }: OpenAnswer): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  if (!reader) return
  for (;;) {
    listen()
    const next = await reader.read()
    // The consumer may be slow.
    rest()
    if (next.done) return
    for (let at = 0; at < next.value.length; at += chunkLength) {
      yield next.value.slice(at, at + chunkLength)
    }
  }
}

/**
 * Yields the keys with this prefix in lexical order, in pages of a thousand. Anything else below the place
 * (the owner mark, files of other programs) is skipped.
 */
export async function* keysWith(client: S3Client, prefix: string): AsyncGenerator<string> {
  const { prefix: place } = client.place
  for (let token: string | undefined; ; ) {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix: place + prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    }
    const xml = await client.send(
      { operation: 'ListObjectsV2', method: 'GET', query, what: `list ${prefix || 'blobs'}` },
      textOf,
    )
    assertWhole(xml, 'ListBucketResult')
    for (const block of blocksIn(xml, 'Contents')) {
      const key = decodeURIComponent((textIn(block, 'Key') ?? '').replaceAll('+', '%20'))
      const name = key.slice(place.length)
      if (key.startsWith(place) && isBlobKey(name)) yield name
    }
    token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined
    if (token === undefined) return
  }
}

interface UnfinishedUpload {
  key: string
  id: string
  begunAt: number
}

/** Yields multipart uploads that were never completed; none if the server can't list uploads. */
export async function* unfinishedUploads(client: S3Client): AsyncGenerator<UnfinishedUpload> {
  const { prefix: place } = client.place
  for (let marker: Record<string, string> | undefined = {}; marker; ) {
    const query: Record<string, string> = { uploads: '', 'encoding-type': 'url', prefix: place, ...marker }
    const xml: string | undefined = await client.send(
      {
        operation: 'ListMultipartUploads',
        method: 'GET',
        query,
        what: 'list unfinished uploads',
        expected: [400, 403, 404, 405, 501],
      },
      async (open) => (open.answer.ok ? textOf(open) : undefined),
    )
    if (xml === undefined) return
    assertWhole(xml, 'ListMultipartUploadsResult')
    for (const block of blocksIn(xml, 'Upload')) {
      const key = decodeURIComponent((textIn(block, 'Key') ?? '').replaceAll('+', '%20'))
      const id = textIn(block, 'UploadId')
      const begunAt = Date.parse(textIn(block, 'Initiated') ?? '')
      const name = key.slice(place.length)
      if (id && key.startsWith(place) && isBlobKey(name)) yield { key: name, id, begunAt }
    }
    const [keyMarker] = textsIn(xml, 'NextKeyMarker')
    const [idMarker] = textsIn(xml, 'NextUploadIdMarker')
    marker =
      textIn(xml, 'IsTruncated') === 'true' && keyMarker
        ? {
            'key-marker': decodeURIComponent(keyMarker),
            ...(idMarker ? { 'upload-id-marker': idMarker } : {}),
          }
        : undefined
  }
}

const textOf = async ({ answer }: { answer: Response }): Promise<string> => answer.text()

/** Throws if the XML lacks its root element: a proxy's error page would pass for an empty list. */
const assertWhole = (xml: string, root: string): void => {
  if (xml.includes(`</${root}>`) || xml.includes(`<${root}/>`)) return
  throw new S3Fault(`the response is not a ${root}`, { isPassing: true })
}

import { createHash, randomUUID } from 'node:crypto'
import type { BlobWriter } from '../../core/ports/blobs.ts'
import type { S3Client, S3Request } from './client.ts'
import { escaped, textIn } from './client.ts'
import { faultOf, S3Fault } from './faults.ts'
import { digestHeader, factsOf, uploadHeader } from './read.ts'

/**
 * Maximum bytes of a request. A writer holds the part being filled and the part being sent, so this bounds
 * its memory. All parts but the last have the same length, as some servers require. S3 accepts 10,000 parts
 * (78 GiB), all but the last of at least 5 MiB.
 */
export const defaultPartBytes = 8 * 1024 * 1024

interface Upload {
  id: string
  mark: string
}

/**
 * Writes a blob in one request if it is short, else in parts. It becomes visible with the last request, which
 * runs inside `makeLast` and is durable once answered.
 */
export const createS3Writer = (
  client: S3Client,
  key: string,
  partBytes: number,
  makeLast: (last: () => Promise<void>) => Promise<void>,
): BlobWriter => {
  let open = true
  let filling = emptyPart(partBytes)
  const parts = createParts(client, key)
  const assertOpen = () => {
    if (!open) throw new Error('This blob is finished or aborted.')
  }
  const sendPart = async () => {
    const body = filling.ended()
    filling = emptyPart(partBytes)
    await parts.send(body)
  }
  const end = async () => {
    if (!parts.any()) return makeLast(() => putWhole(client, key, filling.ended()))
    if (filling.length() > 0) await sendPart()
    await makeLast(await parts.completion())
  }

  return {
    async write(chunk) {
      assertOpen()
      for (let at = 0; at < chunk.length; ) {
        at += filling.add(chunk.subarray(at))
        if (filling.length() === partBytes) await sendPart()
      }
    },
    async finish() {
      assertOpen()
      open = false
      try {
        await end()
      } catch (error) {
        await parts.drop()
        throw error
      }
    },
    async abort() {
      if (!open) return
      open = false
      await parts.drop()
    },
  }
}

/** Uploads the parts of a blob, one at a time while the next one is filled. */
const createParts = (client: S3Client, key: string) => {
  let upload: Promise<Upload> | undefined
  let size = 0
  const etags: string[] = []
  /** Never rejects, so it need not be awaited. */
  let sending: Promise<{ fault?: unknown }> = Promise.resolve({})
  const sent = async () => {
    const { fault } = await sending
    if (fault !== undefined) throw fault
  }
  const sendNext = async (body: Body) => {
    upload ??= begin(client, key)
    etags.push(await putPart(client, key, await upload, etags.length + 1, body))
    return {}
  }
  return {
    any: () => upload !== undefined,
    async send(body: Body): Promise<void> {
      await sent()
      size += body.bytes.length
      sending = sendNext(body).catch((fault: unknown) => ({ fault }))
    },
    /** Waits for the last part; returns the function that completes the upload. */
    async completion(): Promise<() => Promise<void>> {
      await sent()
      const whole = await upload!
      return () => complete(client, key, whole, etags, size)
    },
    /** Aborts the upload, to free the space of its parts. If that fails, the daily sweep does it. */
    async drop(): Promise<void> {
      await sending
      await upload?.then(({ id }) => abortUpload(client, key, id)).catch(() => {})
    },
  }
}

type Body = NonNullable<S3Request['body']>

/** A request body that grows with its content, since most blobs are small. */
const emptyPart = (most: number) => {
  const hash = createHash('sha256')
  let bytes = new Uint8Array(0)
  let length = 0
  return {
    length: () => length,
    /** Adds as much as fits; returns the number of bytes added. */
    add(chunk: Uint8Array): number {
      const added = chunk.subarray(0, most - length)
      if (length + added.length > bytes.length) {
        const wider = new Uint8Array(Math.min(most, Math.max(length + added.length, bytes.length * 2)))
        wider.set(bytes.subarray(0, length))
        bytes = wider
      }
      bytes.set(added, length)
      hash.update(added)
      length += added.length
      return added.length
    },
    ended: (): Body => ({ bytes: bytes.subarray(0, length), sha256: hash.digest('hex') }),
  }
}

const contentType = { 'content-type': 'application/octet-stream' }

export const putWhole = (client: S3Client, key: string, body: Body): Promise<void> =>
  client.send(
    {
      operation: 'PutObject',
      method: 'PUT',
      key,
      what: `write ${key}`,
      body,
      headers: { ...contentType, [digestHeader]: body.sha256 },
    },
    async ({ answer }) => void (await answer.arrayBuffer()),
  )

const begin = async (client: S3Client, key: string): Promise<Upload> => {
  const mark = randomUUID()
  const id = await client.send(
    {
      operation: 'CreateMultipartUpload',
      method: 'POST',
      key,
      what: `write ${key}`,
      query: { uploads: '' },
      headers: { ...contentType, [uploadHeader]: mark },
    },
    async ({ answer }) => textIn(await answer.text(), 'UploadId') ?? notUnderstood('UploadId'),
  )
  return { id, mark }
}

const notUnderstood = (missing: string): never => {
  throw new S3Fault(`the response has no ${missing}`, { isPassing: true })
}

const putPart = (client: S3Client, key: string, { id }: Upload, number: number, body: Body) =>
  client.send(
    {
      operation: 'UploadPart',
      method: 'PUT',
      key,
      what: `write ${key}`,
      body,
      query: { partNumber: String(number), uploadId: id },
    },
    async ({ answer }) => {
      await answer.arrayBuffer()
      return answer.headers.get('etag') ?? notUnderstood('ETag')
    },
  )

/** Completes the upload. The server may answer 200 and report a fault in the body. */
const complete = async (
  client: S3Client,
  key: string,
  { id, mark }: Upload,
  etags: readonly string[],
  size: number,
): Promise<void> => {
  const list = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  )
  const bytes = new TextEncoder().encode(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`,
  )
  const body = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  const what = `write ${key}`
  const request = {
    operation: 'CompleteMultipartUpload' as const,
    method: 'POST' as const,
    key,
    what,
    body,
    query: { uploadId: id },
    expected: [404],
  }
  await client.send(request, async ({ answer }) => {
    const text = await answer.text()
    const code = textIn(text, 'Code')
    // An earlier attempt may have succeeded without its response arriving.
    if (code === 'NoSuchUpload' && (await isThere(client, key, mark, size))) return
    if (answer.status !== 200 || code !== undefined || !text.includes('CompleteMultipartUploadResult')) {
      const status = answer.status === 200 ? 500 : answer.status
      throw faultOf(status, code, textIn(text, 'Message'))
    }
  })
}

const isThere = async (client: S3Client, key: string, mark: string, size: number): Promise<boolean> => {
  const facts = await factsOf(client, key)
  return facts?.size === size && facts.upload === mark
}

export const abortUpload = (client: S3Client, key: string, id: string): Promise<void> =>
  client.send(
    {
      operation: 'AbortMultipartUpload',
      method: 'DELETE',
      key,
      what: `abort the upload of ${key}`,
      query: { uploadId: id },
      expected: [404],
    },
    async ({ answer }) => void (await answer.arrayBuffer()),
  )

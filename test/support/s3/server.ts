import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createS3Blobs, type S3Blobs } from '../../../src/adapters/blobs-s3/blobs.ts'
import type { CredentialsSource, Patience } from '../../../src/adapters/blobs-s3/client.ts'
import { parseS3Address } from '../../../src/adapters/blobs-s3/place.ts'
import { type Answer, type Call, createBucket, fault, leastPartBytes } from './objects.ts'
import { refusalOf, type SignatureKeys } from './signature.ts'

/** What goes wrong with one request. */
export type Mishap =
  /** This answer instead of the right one. */
  | Answer
  /** The connection ends before the request is carried out. */
  | 'cut'
  /** The request is carried out, and the connection ends before it is answered. */
  | 'lost'
  /** No answer ever comes, and nothing is carried out. */
  | 'silent'
  /** The request is carried out, and no answer ever comes. */
  | 'unanswered'
  /** The connection ends after so many bytes of the answer's body. */
  | { cutAfter: number }
  /** One byte of the answer's body is another. */
  | 'damaged'

export type Asked = Pick<Call, 'method' | 'key' | 'query'>

export interface TestS3 {
  url: string
  keys: SignatureKeys
  bucket: ReturnType<typeof createBucket>
  /** What was requested, as `PUT uploads/x`. */
  requests: string[]
  /** What time it is there. */
  setClock(now: () => Date): void
  /** Is asked what goes wrong with each request, in their order. */
  onRequest(decide: (call: Asked) => Mishap | undefined): void
  /** Ends all injected faults and forgets earlier requests. */
  reset(): void
  /** Ends every connection: what a process that is dead had still asked for is not carried out. */
  hangUp(): Promise<void>
  /** The address of the bucket, or a part of it. */
  address(prefix?: string, parameters?: Record<string, string>): string
  blobs(prefix?: string, options?: Partial<TestBlobsOptions>): S3Blobs
  close(): Promise<void>
}

export interface TestBlobsOptions {
  patience: Partial<Patience>
  credentials: CredentialsSource
  parameters: Record<string, string>
}

const region = 'eu-test-1'

/** An S3 server in memory that checks signatures and digests, and does what tests ask of it wrongly. */
export const startTestS3 = async ({ pageSize = 1000 } = {}): Promise<TestS3> => {
  const bucket = createBucket(pageSize)
  const keys: SignatureKeys = { accessKeyId: 'TESTKEY', secretAccessKey: 'test secret/+=' }
  const requests: string[] = []
  const fine = () => undefined
  let decide: Parameters<TestS3['onRequest']>[0] = fine
  let now = () => new Date()

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url!, 'http://server')
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
    const call: Call = {
      method: request.method!,
      key: rest.join('/'),
      query: url.searchParams,
      headers: request.headers as Call['headers'],
      body: Buffer.concat(chunks),
    }
    requests.push(`${call.method} ${call.key}${call.query.has('uploadId') ? '?part' : ''}`)
    const mishap = decide(call)
    if (mishap === 'cut') return void response.destroy()
    if (mishap === 'silent') return
    if (typeof mishap === 'object' && 'status' in mishap) return send(response, mishap)
    const refusal =
      refusalOf(request, keys, region, now()) ?? (isDamaged(call) ? 'XAmzContentSHA256Mismatch' : undefined)
    const right = refusal
      ? fault(refusal.startsWith('XAmz') ? 400 : 403, refusal)
      : name === 'test-bucket'
        ? bucket.handle(call)
        : fault(404, 'NoSuchBucket')
    if (mishap === 'unanswered') return
    if (mishap === 'lost') return void response.destroy()
    send(response, call.method === 'HEAD' ? { ...right, body: '' } : right, mishap)
  }
  // A process need not wait for a server that several of its tests share.
  await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address: TestS3['address'] = (prefix = '', parameters = {}) =>
    `s3://test-bucket/${prefix}?${new URLSearchParams({ endpoint: url, region, ...parameters })}`
  return {
    url,
    keys,
    bucket,
    requests,
    setClock(next) {
      now = next
    },
    onRequest(next) {
      decide = next
    },
    reset() {
      decide = fine
      now = () => new Date()
      requests.length = 0
    },
    async hangUp() {
      server.closeAllConnections()
      await new Promise((resolve) => setImmediate(resolve))
    },
    address,
    blobs: (prefix, { patience, credentials = () => ({ ...keys }), parameters } = {}) =>
      createS3Blobs({
        place: parseS3Address(address(prefix, parameters)),
        credentials,
        // Repetitions come at once.
        patience: { firstWaitMs: 0, ...patience },
        partBytes: leastPartBytes,
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isDamaged = ({ headers, body }: Call): boolean => {
  const said = headers['x-amz-content-sha256']
  return said !== undefined && said !== createHash('sha256').update(body).digest('hex')
}

const send = (
  response: ServerResponse,
  { status, headers = {}, body = '' }: Answer,
  mishap?: Mishap,
): void => {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-length': String(bytes.length), ...headers })
  if (typeof mishap === 'object' && 'cutAfter' in mishap) {
    // A reset could overtake the bytes.
    response.write(bytes.subarray(0, mishap.cutAfter), () => response.socket?.end())
    return
  }
  if (mishap === 'damaged' && bytes.length > 0) {
    const wrong = Buffer.from(bytes)
    wrong[wrong.length - 1]! ^= 1
    response.end(wrong)
    return
  }
  response.end(bytes)
}

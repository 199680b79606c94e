import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createS3Blobs, type S3Blobs } from '../../../src/adapters/blobs-s3/blobs.ts'
import type { CredentialsSource, Patience } from '../../../src/adapters/blobs-s3/client.ts'
import { parseS3Address } from '../../../src/adapters/blobs-s3/place.ts'
import { type Answer, type Call, createBucket, fault, leastPartBytes } from './objects.ts'
import { refusalOf, type SignatureKeys } from './signature.ts'

/** A fault injected into one request. */
export type Fault =
  /** Sends this response instead of the real one. */
  | Answer
  /** Closes the connection before executing the request. */
  | 'cut'
  /** Executes the request and closes the connection before responding. */
  | 'lost'
  /** Neither executes the request nor responds. */
  | 'silent'
  /** Executes the request and never responds. */
  | 'unanswered'
  /** Closes the connection after this many bytes of the response body. */
  | { cutAfter: number }
  /** Changes one byte of the response body. */
  | 'damaged'

export type S3Request = Pick<Call, 'method' | 'key' | 'query'>

export interface TestS3 {
  url: string
  keys: SignatureKeys
  bucket: ReturnType<typeof createBucket>
  /** Requests so far, such as `PUT uploads/x`, with `?part` after those of a multipart upload. */
  requests: string[]
  /** Sets the server's clock. */
  setClock(now: () => Date): void
  /** Decides the fault of each request, in order. */
  onRequest(decide: (call: S3Request) => Fault | undefined): void
  /** Ends all injected faults, resets the clock, and forgets earlier requests. */
  reset(): void
  /** Closes every connection, so that pending requests of a dead process are not executed. */
  hangUp(): Promise<void>
  /** The URL of the bucket, or of a prefix. */
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

/** Starts an in-memory S3 server that checks signatures and digests, and injects faults. */
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
    const injected = decide(call)
    if (injected === 'cut') return void response.destroy()
    if (injected === 'silent') return
    if (typeof injected === 'object' && 'status' in injected) return send(response, injected)
    const refusal =
      refusalOf(request, keys, region, now()) ?? (isDamaged(call) ? 'XAmzContentSHA256Mismatch' : undefined)
    const right = refusal
      ? fault(refusal.startsWith('XAmz') ? 400 : 403, refusal)
      : name === 'test-bucket'
        ? bucket.handle(call)
        : fault(404, 'NoSuchBucket')
    if (injected === 'unanswered') return
    if (injected === 'lost') return void response.destroy()
    send(response, call.method === 'HEAD' ? { ...right, body: '' } : right, injected)
  }
  // The server does not keep the process running, because tests share it.
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
        // Retries immediately.
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
  const declared = headers['x-amz-content-sha256']
  return declared !== undefined && declared !== createHash('sha256').update(body).digest('hex')
}

const send = (
  response: ServerResponse,
  { status, headers = {}, body = '' }: Answer,
  injected?: Fault,
): void => {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-length': String(bytes.length), ...headers })
  if (typeof injected === 'object' && 'cutAfter' in injected) {
    // The connection is ended, not reset, because a reset could overtake the bytes.
    response.write(bytes.subarray(0, injected.cutAfter), () => response.socket?.end())
    return
  }
  if (injected === 'damaged' && bytes.length > 0) {
    const wrong = Buffer.from(bytes)
    wrong[wrong.length - 1]! ^= 1
    response.end(wrong)
    return
  }
  response.end(bytes)
}

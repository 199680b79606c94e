import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { loadOnce } from '../../core/kernel/loading.ts'
import {
  brokenConnection,
  faultOf,
  needsNewCredentials,
  S3Fault,
  type S3Operation,
  unavailable,
} from './faults.ts'
import { addressOf, nameOfPlace, type S3Place } from './place.ts'

/**
 * Returns the values of elements in an S3 response. A regular expression is enough: the XML has no relevant
 * attributes and no CDATA, and keys are percent-encoded (`encoding-type=url`).
 */
export const textsIn = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g')), ([, value]) =>
    decoded(value!),
  )

export const textIn = (xml: string, name: string): string | undefined => textsIn(xml, name)[0]

export const blocksIn = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g')), ([, block]) => block!)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  /** Only for temporary credentials. */
  sessionToken?: string
}

/** Returns the credentials. `afresh` is true if the server has just rejected the previous ones. */
export type CredentialsSource = (afresh: boolean) => S3Credentials | Promise<S3Credentials>

export interface S3Request {
  operation: S3Operation
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The key without the place's prefix; undefined for the bucket itself. */
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: { bytes: Uint8Array<ArrayBuffer>; sha256: string }
  /** The action, for error messages: “write uploads/x”. */
  what: string
  /** Error statuses that the caller handles, so they aren't faults. */
  expected?: readonly number[]
}

export interface OpenAnswer {
  answer: Response
  /** Starts the idle timer of the connection; `rest` stops it while no data is expected. */
  listen(): void
  rest(): void
  /** Closes the connection, unless the body was read completely. */
  close(): void
}

export interface S3Client {
  place: S3Place
  /** Sends a request and reads the response; retries both if either fails temporarily. */
  send<T>(request: S3Request, read: (open: OpenAnswer) => Promise<T>): Promise<T>
  open(request: S3Request): Promise<OpenAnswer>
  pause(tried: number): Promise<void>
  /** Returns a URL from which anyone can download the key for this many seconds. */
  presign(key: string, seconds: number, query: Readonly<Record<string, string>>): Promise<string>
}

export interface Patience {
  /** Maximum attempts of a request. */
  tries: number
  /** Idle time after which an attempt fails, in addition to the time for sending the body. */
  silenceMs: number
  /** No retries after this time. */
  deadlineMs: number
  /** Approximate wait before the first retry; doubles with each further one. */
  firstWaitMs: number
}

export const defaultPatience: Patience = { tries: 5, silenceMs: 15_000, deadlineMs: 60_000, firstWaitMs: 100 }

/** Lowest upload rate that the idle timer tolerates. */
const minBytesPerMs = 128

const emptySha256 = createHash('sha256').digest('hex')

/** Maximum length of an error response that is parsed. */
const maxErrorText = 64 * 1024

export const createS3Client = (
  place: S3Place,
  credentials: CredentialsSource,
  patience: Patience = defaultPatience,
): S3Client => {
  const signer = createSigner(place, credentials)
  const attempt = (request: S3Request) => attemptOnce(signer, request, patience.silenceMs)
  const repeated = <T>(request: S3Request, once: () => Promise<T>): Promise<T> =>
    withRetries(once, { patience, refresh: signer.refresh }).catch((fault: S3Fault) => {
      throw unavailable(nameOfPlace(place), request, fault)
    })
  return {
    place,
    send: (request, read) =>
      repeated(request, async () => {
        const open = await attempt(request)
        try {
          return await read(open)
        } finally {
          open.close()
        }
      }),
    open: (request) => repeated(request, () => attempt(request)),
    pause: (tried) => pause(waitOf(patience, tried)),
    presign: signer.presign,
  }
}

const attemptOnce = async (signer: Signer, request: S3Request, silenceMs: number): Promise<OpenAnswer> => {
  const silence = createIdleTimer(silenceMs + (request.body?.bytes.length ?? 0) / minBytesPerMs)
  try {
    const { url, headers } = await signer.sign(request)
    // Added after signing, as proxies change it. `identity`, as compressed bytes would have another length.
    headers.set('accept-encoding', 'identity')
    const answer = await fetch(url, {
      method: request.method,
      headers,
      signal: silence.signal,
      redirect: 'manual',
      ...(request.body ? { body: request.body.bytes } : {}),
    })
    silence.listen()
    if (!answer.ok && !request.expected?.includes(answer.status)) throw await faultIn(answer)
    return { answer, listen: silence.listen, rest: silence.rest, close: silence.close }
  } catch (error) {
    silence.close()
    throw brokenConnection(error)
  }
}

/** Retries temporary faults. Throws an `S3Fault`. */
const withRetries = async <T>(
  once: () => Promise<T>,
  { patience, refresh }: { patience: Patience; refresh: () => Promise<void> },
): Promise<T> => {
  const until = performance.now() + patience.deadlineMs
  let refreshed = false
  for (let tried = 1; ; tried++) {
    try {
      return await once()
    } catch (error) {
      const fault = brokenConnection(error)
      if (tried >= patience.tries) throw fault
      if (needsNewCredentials(fault) && !refreshed) {
        refreshed = true
        await refresh()
        continue
      }
      const waitMs = waitOf(patience, tried)
      if (!fault.isPassing || performance.now() + waitMs > until) throw fault
      await pause(waitMs)
    }
  }
}

/** Random, so that requests that failed together aren't retried together. */
const waitOf = ({ firstWaitMs }: Patience, tried: number): number => Math.random() * firstWaitMs * 2 ** tried

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const createIdleTimer = (ms: number) => {
  const controller = new AbortController()
  const end = () => controller.abort(new S3Fault('the store stopped responding', { isPassing: true }))
  let timer = setTimeout(end, ms)
  return {
    signal: controller.signal,
    listen() {
      clearTimeout(timer)
      timer = setTimeout(end, ms)
    },
    rest: () => clearTimeout(timer),
    close() {
      clearTimeout(timer)
      // Frees the connection if the body wasn't read completely; otherwise has no effect.
      controller.abort()
    },
  }
}

const faultIn = async (answer: Response): Promise<S3Fault> => {
  const text = answer.body === null ? '' : (await answer.text()).slice(0, maxErrorText)
  return faultOf(answer.status, textIn(text, 'Code'), textIn(text, 'Message'))
}

type Signer = ReturnType<typeof createSigner>

const createSigner = (place: S3Place, source: CredentialsSource) => {
  let credentials = loadOnce(async () => source(false))
  /** Cache of the daily signing keys that aws4fetch derives. */
  const derived = new Map<string, ArrayBuffer>()
  const common = async () => ({
    ...(await credentials()),
    service: 's3',
    region: place.region,
    cache: derived,
  })

  return {
    /** Requests new credentials. If that fails, the next request tries again. */
    async refresh(): Promise<void> {
      derived.clear()
      credentials = loadOnce(async () => source(true))
      await credentials().catch(() => {})
    },
    async sign({ method, key, query = {}, headers = {}, body }: S3Request) {
      const url = addressOf(place, place.endpoint, key)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      // The server verifies the body against its digest, so that damaged data isn't stored.
      const signed = { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 }
      if (derived.size > 8) derived.clear()
      return new AwsV4Signer({ method, url: url.href, headers: signed, ...(await common()) }).sign()
    },
    async presign(key: string, seconds: number, query: Readonly<Record<string, string>>): Promise<string> {
      const url = addressOf(place, place.downloads ?? place.endpoint, key)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const signer = new AwsV4Signer({ method: 'GET', url: url.href, signQuery: true, ...(await common()) })
      // Some servers read `+` as a space, others as a plus.
      return (await signer.sign()).url.href.replaceAll('+', '%20')
    },
  }
}

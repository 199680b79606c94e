import { collect } from '../core/kernel/bytes.ts'

/** A call, independent of the transport. */
export interface ClientRequest {
  operationId: string
  method: string
  /** Path below `/v1`, with `{name}` for parameters. */
  path: string
  params: Readonly<Record<string, string>>
  query: readonly (readonly [string, string])[]
  /** The JSON value; undefined for operations without a body. */
  body: unknown
  /** The content, for operations that accept a file. */
  bytes?: Uint8Array | Blob
  headers: Readonly<Record<string, string>>
  signal: AbortSignal | undefined
}

export interface ClientResponse {
  status: number
  header(name: string): string | undefined
  /** The JSON value; undefined for an empty response or a stream. */
  body: unknown
  stream?: ClientStream
}

/** A response of bytes, such as a document or a CSV. */
export interface ClientStream {
  contentType: string
  content: AsyncIterable<Uint8Array>
  /** All bytes at once. */
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
}

/** Makes a call. Rejects only if there is no response; an API error is a response. */
export type Transport = (request: ClientRequest) => Promise<ClientResponse>

export const streamOf = (contentType: string, content: AsyncIterable<Uint8Array>): ClientStream => {
  const bytes = () => collect(content)
  return { contentType, content, bytes, text: async () => new TextDecoder().decode(await bytes()) }
}

/** A server and a key for its calls. */
export interface HttpOptions {
  /** Base URL of the server, e.g. `https://mail.example`. */
  baseUrl: string
  /** The API key. */
  key: string
  /** Replaces the global `fetch`, for proxies, tests and instrumentation. */
  fetch?: typeof globalThis.fetch
}

/** Creates a transport over HTTP. */
export const httpTransport = ({ baseUrl, key, fetch = globalThis.fetch }: HttpOptions): Transport => {
  const root = `${baseUrl.replace(/\/+$/, '')}/v1`
  return async ({ method, path, params, query, body, bytes, headers, signal }) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = query.length > 0 ? `?${new URLSearchParams(query as [string, string][])}` : ''
    const response = await fetch(root + filled + search, {
      method,
      headers: {
        ...headers,
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(bytes === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(bytes === undefined ? {} : { body: bytes as Uint8Array<ArrayBuffer> | Blob }),
      ...(signal === undefined ? {} : { signal }),
    })
    return fromHttp(response)
  }
}

const fromHttp = async (response: Response): Promise<ClientResponse> => {
  const header = (name: string) => response.headers.get(name) ?? undefined
  const contentType = header('content-type') ?? ''
  if (/json/.test(contentType)) return { status: response.status, header, body: await response.json() }
  if (!response.body || response.status === 204) return { status: response.status, header, body: undefined }
  return {
    status: response.status,
    header,
    body: undefined,
    stream: streamOf(contentType, chunksOf(response.body)),
  }
}

/** Iterates a stream, also in runtimes whose streams aren't async iterable. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

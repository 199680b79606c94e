import type { Core } from '../core/app/index.ts'
import type { ByteSource, Stream } from '../core/engine/operation.ts'
import { bodyOf } from '../core/engine/request.ts'
import { streamOf, type Transport } from './transport.ts'

/** Creates a transport that calls the core's pipeline directly, with the same responses as over HTTP. */
export const inProcessTransport =
  (core: Core, key: string): Transport =>
  async ({ operationId, params, query, body, bytes, headers }) => {
    const operation = await core.registry.get(operationId)
    if (!operation) throw new Error(`This core has no operation ${operationId}.`)
    const response = await core.call({
      operation,
      params,
      query,
      // Serialised as over HTTP, so that undefined fields are absent.
      body: async () => (body === undefined ? undefined : JSON.parse(JSON.stringify(body))),
      ...(bytes === undefined ? {} : { bytes: () => sourceOf(bytes) }),
      headers: {
        authorization: `Bearer ${key}`,
        idempotencyKey: headers['Idempotency-Key'],
        ifMatch: headers['If-Match'],
      },
      requestId: core.services.ids.next('req'),
    })
    const { stream } = response
    const answered = bodyOf(response)
    const byName = new Map(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    return {
      status: response.status,
      header: (name) => byName.get(name.toLowerCase()),
      body: answered === undefined ? undefined : JSON.parse(JSON.stringify(answered)),
      ...(stream ? { stream: streamOf(stream.contentType, contentOf(stream)) } : {}),
    }
  }

const sourceOf = (bytes: Uint8Array | Blob): ByteSource => ({
  contentType: undefined,
  length: bytes instanceof Blob ? bytes.size : bytes.length,
  async *chunks() {
    // In slices, as from a connection.
    const size = 64 * 1024
    if (bytes instanceof Uint8Array) {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    } else {
      for (let at = 0; at < bytes.size; at += size) {
        yield new Uint8Array(await bytes.slice(at, at + size).arrayBuffer())
      }
    }
  },
})

/** Yields all bytes of a stream, from memory or a file. */
export async function* contentOf({ content }: Stream): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content
  else if ('open' in content) yield* (await content.open()) ?? []
  else yield* content
}

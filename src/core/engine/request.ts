import { dayMs } from '../kernel/time.ts'
import type { Client, SessionChange } from './caller.ts'
import { apiPrefix, type ByteSource, type Operation, type Stream } from './operation.ts'

/** A call, independent of the transport. */
export interface CallRequest {
  operation: Operation
  params: Readonly<Record<string, string>>
  /** Decoded, in order, with repetitions. */
  query: readonly (readonly [string, string])[]
  /** Reads the body after authorisation; it counts towards the caller's incoming bytes. Throws a Problem. */
  body(callerId?: string): Promise<unknown>
  /** The body of an operation with bytes; counts likewise. */
  bytes?(callerId?: string): ByteSource
  headers: {
    authorization?: string | undefined
    organisationId?: string | undefined
    /** `X-Mode`: mode of a portal session's request; `live` by default. */
    mode?: string | undefined
    idempotencyKey?: string | undefined
    ifMatch?: string | undefined
  }
  /** `name` is in lower case. Used by public operations and for `X-Passive`. */
  header?(name: string): string | undefined
  /** Undefined for in-process calls. */
  client?: Client
  requestId: string
}

/** A result or a problem (`ProblemBody`). */
export interface CallResponse {
  status: number
  headers: Record<string, string>
  /** JSON value. Absent for 204, for streams, and if only `text` is set (`bodyOf`). */
  body?: unknown
  /** JSON text, if already serialised. */
  text?: string
  stream?: Stream
  /** Session that the browser stores or deletes. */
  session?: SessionChange
}

/** Parses `text` if needed. Replays may be megabytes and usually aren't parsed. */
export const bodyOf = ({ body, text }: Pick<CallResponse, 'body' | 'text'>): unknown =>
  body === undefined && text !== undefined ? JSON.parse(text) : body

/** True if the operation returns one resource with a revision, for `If-Match`. */
export const hasRevision = ({ output }: Operation): boolean =>
  typeof output === 'object' && 'entries' in output && Object.hasOwn(output.entries as object, 'revision')

/** Adds the headers of deprecation and resource; keeps headers that are already set. */
export const withResourceHeaders = (
  operation: Operation,
  params: unknown,
  response: CallResponse,
): CallResponse => ({
  ...response,
  headers: {
    ...deprecationHeaders(operation),
    ...resourceHeaders(operation, params, response),
    ...response.headers,
  },
})

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the announcement. */
const deprecationHeaders = ({ deprecated }: Operation): Record<string, string> =>
  deprecated === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        Sunset: new Date(Date.parse(deprecated.sunset) + dayMs - 1000).toUTCString(),
        Link: `<${apiPrefix}/meta/openapi.json>; rel="deprecation"`,
      }

/** `ETag` (the revision) and `Location`. Derived from the body, so that replays have them too. */
const resourceHeaders = (
  operation: Operation,
  params: unknown,
  response: CallResponse,
): Record<string, string> => {
  const { status } = response
  const isCreated = operation.location && (status === 201 || status === 202)
  if (!isCreated && !hasRevision(operation)) return {}
  const body = bodyOf(response)
  if (typeof body !== 'object' || body === null) return {}
  const fields: Readonly<Record<string, unknown>> = { ...(params as object), ...body }
  const headers: Record<string, string> = {}
  if (hasRevision(operation)) headers.ETag = `"${fields.revision}"`
  if (isCreated) {
    const path = operation.location!.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(fields[name])),
    )
    headers.Location = `${apiPrefix}${path}`
  }
  return headers
}

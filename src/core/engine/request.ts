import { dayMs } from '../kernel/time.ts'
import type { Client, SessionChange } from './caller.ts'
import { apiPrefix, type ByteSource, type Operation, type Stream } from './operation.ts'

/** One request, independent of its transport: HTTP, the in-process client, a tool. */
export interface CallRequest {
  operation: Operation
  params: Readonly<Record<string, string>>
  /** Decoded names and values of the query string, in order, with repetitions. */
  query: readonly (readonly [string, string])[]
  /**
   * Reads the body, once the caller is authorised; it counts towards what arrives of this caller. Throws a Problem where
   * it cannot be read.
   */
  body(callerId?: string): Promise<unknown>
  /** The body of an operation that takes bytes, which counts likewise. */
  bytes?(callerId?: string): ByteSource
  headers: {
    authorization?: string | undefined
    organisationId?: string | undefined
    /** `X-Mode`: the mode of a portal session's request; live by default. */
    mode?: string | undefined
    idempotencyKey?: string | undefined
    ifMatch?: string | undefined
  }
  /** Any other header by its name in lower case, for public operations and for `X-Passive`. */
  header?(name: string): string | undefined
  /** The client; absent where a program calls in-process. */
  client?: Client
  requestId: string
}

/** The answer to a call, over HTTP or in process: a result, or a problem of the catalogue (`ProblemBody`). */
export interface CallResponse {
  /** An HTTP status. */
  status: number
  headers: Record<string, string>
  /** A JSON value; absent for 204, for streams, and where there is only `text` (see `bodyOf`). */
  body?: unknown
  /** The body as JSON text, where it exists already. */
  text?: string
  stream?: Stream
  /** The session that the browser must store or forget. */
  session?: SessionChange
}

/**
 * The body of an answer, parsed from its text where needed. A repeat's text may be megabytes and is usually
 * not parsed.
 */
export const bodyOf = ({ body, text }: Pick<CallResponse, 'body' | 'text'>): unknown =>
  body === undefined && text !== undefined ? JSON.parse(text) : body

/** Whether the operation answers with one resource that has a revision, which `If-Match` compares. */
export const hasRevision = ({ output }: Operation): boolean =>
  typeof output === 'object' && 'entries' in output && Object.hasOwn(output.entries as object, 'revision')

/** Adds the headers of its resource to an answer, unless it has them already. */
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

/**
 * `ETag`, the revision as `If-Match` takes it, and `Location`, the address of what a 201 created or a 202
 * began. Derived from the answer's body, so that a replay has them too.
 */
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

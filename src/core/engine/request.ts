import type { Client, SessionChange } from './caller.ts'
import type { ByteSource, Operation, Stream } from './operation.ts'

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

import type { ByteSource, Operation, Stream } from './operation.ts'
import type { Client, SessionChange } from './scope.ts'

/** One request, whatever carried it: HTTP, the in-process client, a tool. */
export interface CallRequest {
  operation: Operation
  params: Readonly<Record<string, string>>
  /** Names and values of the query string, decoded, in order, repeated ones repeated. */
  query: readonly (readonly [string, string])[]
  /** Read only after the caller may see the schema; throws a Problem when it cannot be read. */
  body(): Promise<unknown>
  /** Of an operation that takes bytes. */
  bytes?(): ByteSource
  headers: {
    authorization?: string | undefined
    organisationId?: string | undefined
    /** `X-Mode`: which mode a portal session looks at; live by default. */
    mode?: string | undefined
    idempotencyKey?: string | undefined
    ifMatch?: string | undefined
  }
  /** Any other header, for operations that ask for no key; its name in lower case. */
  header?(name: string): string | undefined
  /** Nobody in particular where a program calls in-process. */
  client?: Client
  requestId: string
}

/** The answer to a call, over HTTP or in process: a result, or a problem of the catalogue (`ProblemBody`). */
export interface CallResponse {
  /** An HTTP status. */
  status: number
  headers: Record<string, string>
  /** A JSON value; absent for 204, for streams, and where only its text is kept: `bodyOf` then reads that. */
  body?: unknown
  /** The body as JSON text, where it was written already. */
  text?: string
  stream?: Stream
  /** The session that the caller's browser is to keep from now on, or to forget. */
  session?: SessionChange
}

/** The body of an answer. That of a repeat may be megabytes of text that is sent on as it is, and nobody reads. */
export const bodyOf = ({ body, text }: Pick<CallResponse, 'body' | 'text'>): unknown =>
  body === undefined && text !== undefined ? JSON.parse(text) : body

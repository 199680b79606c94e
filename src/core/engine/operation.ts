import type { ErrorCode, ParameterError } from '../kernel/errors.ts'
import type { RateClass } from '../kernel/rate-classes.ts'
import type { Download } from '../ports/blobs.ts'
import type { Scope as Permission } from './access/permissions.ts'
import type {
  CallContext,
  NoOrganisation,
  ProcessContext,
  PublicContext,
  ReadContext,
  WriteContext,
} from './context.ts'
import type { EventType } from './events/catalogue.ts'
import type { Attempt } from './idempotency/idempotency.ts'
import type { ShownOnce } from './idempotency/shown-once.ts'
import type { ListDeclaration } from './list/fields.ts'
import type { BoundListQuery } from './list/grammar.ts'
import type { Services } from './services.ts'
import type { Schema } from './wire.ts'

/** A `write` call that is parsed, authorised and prepared. `Response` is a `CallResponse` (`request.ts`). */
export interface Call<Response, Input = unknown, Prepared = unknown> {
  operationId: string
  context: CallContext
  input: Input
  prepared: Prepared
  attempt: Attempt | undefined
  toResponse(value: unknown): Response
}

// biome-ignore lint/suspicious/noExplicitAny: declarations, which this type is part of, know no types of calls
export type CarryOut = (services: Services, call: Call<any, any, any>) => Promise<any>

/** Prefix of all paths, including those in responses (docs/api-rules.md#versioning). */
export const apiPrefix = '/v1'
type OutputOf<S> = S extends Schema<infer Output> ? Output : undefined

/**
 * `read` uses a snapshot. `write` runs in one transaction. `process` runs outside a transaction, to control
 * jobs or stream bytes. `public` is a `process` without a credential: its handler identifies the subject by a
 * secret in the URL, it is rate-limited by client address, and takes no Idempotency-Key. `read` and `public`
 * work while the organisation is suspended.
 */
export type Effect = 'read' | 'write' | 'process' | 'public'

/**
 * `any`: keys and portal sessions. `test`: both, in test mode only. `portal`: portal sessions, for an
 * organisation. `user`: portal sessions, for the user alone. Keys get 404 for the last two.
 */
export type Audience = 'any' | 'test' | 'portal' | 'user'

/**
 * How an operation with a scope other than `items.read` uses items. `if-permitted`: returned to callers who
 * also hold `items.read`. `own`: only items that the call creates. `internal`: returns nothing of a recipient
 * or a letter. `printing`: what a printer receives, which its scope covers.
 */
export type ItemReads = 'if-permitted' | 'own' | 'internal' | 'printing'

interface ContextOf {
  read: ReadContext
  write: WriteContext
  process: ProcessContext
  public: PublicContext
}

/** The audience `user` has no organisation. */
type Context<Fx extends Effect, Aud extends Audience> = Aud extends 'user'
  ? NoOrganisation<ContextOf[Fx]>
  : ContextOf[Fx]

/** A body of bytes, readable once. */
export interface ByteSource {
  /** As sent. */
  contentType: string | undefined
  /** As announced; undefined if unknown. */
  length: number | undefined
  chunks(): AsyncIterable<Uint8Array>
}

/** Parsed and typed by the declaration's schemas. */
interface Input<Params, Query, Body, List> {
  params: OutputOf<Params>
  query: OutputOf<Query>
  body: OutputOf<Body>
  list: List extends ListDeclaration<infer Row> ? BoundListQuery<Row> : undefined
  /** Undefined for an operation without `bytes`. */
  bytes: ByteSource | undefined
  /** As sent, for resources with a revision. */
  ifMatch: string | undefined
}

/** Announced in every response (docs/api-rules.md). Days as `YYYY-MM-DD`. */
export interface Deprecation {
  since: string
  /** Last day on which the operation works, at least twelve months after `since`. */
  sunset: string
  /** The replacement, as a sentence. */
  instead: string
}

/** A response of bytes instead of JSON. */
export interface Stream {
  contentType: string
  /** Suggested to browsers. */
  fileName?: string
  content: AsyncIterable<Uint8Array> | Uint8Array | StoredBytes
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

/** Bytes that never change for an `etag`: clients may cache them and read ranges. */
export interface StoredBytes {
  size: number
  /** Has no quotes. */
  etag: string
  maxAgeSeconds: number
  /** Opens bytes `start` to `end` (exclusive), all by default; undefined if they no longer exist. */
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
  /** A URL that serves the bytes to any bearer for some minutes. Absent if the store has none. */
  link?(as: Download): Promise<string>
}

export interface Declaration<
  Fx extends Effect,
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  List extends ListDeclaration | undefined,
  Output extends Schema | 'stream' | 'empty',
  Prepared = undefined,
  Aud extends Audience = Audience,
> {
  /** `<noun>.<name>`. The module is named after the noun. */
  id: `${string}.${string}`
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to `/v1`, with `{name}` for parameters. */
  path: `/${string}`
  summary: string
  description?: string
  /**
   * `authenticated`: any valid key or session, for operations about the caller or the API. `public` goes with
   * the effect of that name.
   */
  permission: Permission | 'authenticated' | 'public'
  /** A stronger scope that also allows this operation. */
  impliedBy?: Permission
  /** Required if it reads items and `permission` is not `items.read`; tests refuse undeclared reads. */
  readsItems?: ItemReads
  /** Default: `general`, or `public` for that effect. */
  rateClass?: RateClass
  /** Default: `any`. */
  audience?: Aud
  effect: Fx
  /** Writes rows shared by both modes: test keys get 403 (docs/api-rules.md#live-and-test). */
  shared?: boolean
  /** Members act on live rows in either mode of the portal. Keys act on rows of their own mode. */
  liveForMembers?: boolean
  params?: Params
  query?: Query
  body?: Body
  /**
   * Returns errors that the handler would find next without reading rows. Called after a schema error, so
   * that one 422 names all errors. The input is as sent and may be invalid.
   */
  rules?(sent: Sent, services: Services): ParameterError[]
  /** Adds `Deprecation`, `Sunset` and a link to the announcement to responses. */
  deprecated?: Deprecation
  /** Polled by pages: calls don't extend the portal session. */
  passive?: true
  /** Allowed for a session whose user lacks a required second factor. */
  withoutSecondFactor?: true
  /** Shown in the API document, if the schema doesn't give a realistic example. */
  example?: unknown
  /** Media types that a `process` or `public` accepts instead of a `body`. The handler reads the stream. */
  bytes?: { mediaTypes: readonly string[]; limitBytes: number }
  /** Sortable and filterable fields, parsed into `list`. Can be combined with `query`. */
  list?: List
  output: Output
  /** The secret that `output` shows once; replays omit it. */
  shownOnce?: ShownOnce
  /** Default: 200, or 204 if the output is `empty`. */
  status?: 200 | 201 | 202 | 204
  /** Resource that was created (201) or started (202). `{name}` is a field of the response or path. */
  location?: `/${string}`
  /** The handler compares `If-Match` with the revision; 412 if they differ. */
  ifMatch?: true
  /** True if work continues after the response, which then has status 202. */
  // biome-ignore lint/suspicious/noExplicitAny: the output, which an operation of the union does not know
  unfinished?(value: any): boolean
  /** May redirect to where a large file is stored (API document). */
  redirects?: true
  /** Content type of a `stream` (API document). */
  contentType?: string | readonly string[]
  /** Codes beyond those of every operation. */
  errors?: readonly ErrorCode[]
  emits?: readonly EventType[]
  /**
   * For `read` and `write`: slow work before the transaction, such as measuring text. Rows may change before
   * the handler runs, so correctness must not depend on it. For `process`: returns a plan as JSON, stored
   * with the idempotency key. A retry after a crash gets the stored plan, possibly while the first call still
   * runs, and must lead to the same result.
   */
  prepare?(context: Context<'process', Aud>, input: Input<Params, Query, Body, List>): Promise<Prepared>
  handler(
    context: Context<Fx, Aud>,
    input: Input<Params, Query, Body, List>,
    prepared: Prepared,
  ): Promise<Output extends Schema<infer Value> ? Value : Output extends 'stream' ? Stream : undefined>
  /**
   * For a frequent `write`: its calls may share a transaction. `batched` returns it with the `handler`, from
   * one function (`engine/together.ts`).
   */
  together?: CarryOut
}

/** A request's input as sent. A body that is not an object has no fields. */
export interface Sent {
  query: Readonly<Record<string, string | undefined>>
  body: Readonly<Record<string, unknown>>
}

/** As seen by registry, pipeline and API document. */
// biome-ignore lint/suspicious/noExplicitAny: the union of all operations
export type Operation = Declaration<any, any, any, any, any, any, any, any>

/** Routing, validation, authorisation, API document and client are derived from the declaration. */
export const defineOperation = <
  Fx extends Effect,
  Output extends Schema | 'stream' | 'empty',
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  List extends ListDeclaration | undefined = undefined,
  Prepared = undefined,
  Aud extends Audience = 'any',
>(
  declaration: Declaration<Fx, Params, Query, Body, List, Output, Prepared, Aud>,
): Declaration<Fx, Params, Query, Body, List, Output, Prepared, Aud> => declaration

export const successStatus = (operation: Operation, value?: unknown): number =>
  (value !== undefined && operation.unfinished?.(value) ? 202 : undefined) ??
  operation.status ??
  (operation.output === 'empty' ? 204 : 200)

/** Sorts the exported operations by id. */
export const operationsOf = (...modules: readonly object[]): readonly Operation[] =>
  modules
    .flatMap((module) => Object.values(module).filter(isOperation))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'effect' in value && 'handler' in value

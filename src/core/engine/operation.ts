import type { RateClass } from '../kernel/config.ts'
import type { ErrorCode, ParameterError } from '../kernel/errors.ts'
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

/** A call of a `write` that is parsed, authorised and prepared. `Response`: a `CallResponse` (`request.ts`). */
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

/**
 * The prefix of every operation's path, also of paths in answers (docs/api-rules.md#versioning).
 */
export const apiPrefix = '/v1'
type OutputOf<S> = S extends Schema<infer Output> ? Output : undefined

/**
 * `read`: on a snapshot, also while the organisation is suspended. `write`: in one transaction. `process`:
 * outside a transaction, to steer jobs or stream bytes; it opens transactions of its own. `public`: a
 * `process` without a credential, whose handler identifies the subject by a secret in the address. It is
 * rate-limited by the client's address, takes no Idempotency-Key and works while an organisation is
 * suspended.
 */
export type Effect = 'read' | 'write' | 'process' | 'public'

/**
 * Who may call: an API key or a portal session (`any`), either of them in test mode only (`test`), or only a
 * portal session (a key gets 404), for one organisation (`portal`) or for the user alone (`user`).
 */
export type Audience = 'any' | 'test' | 'portal' | 'user'

/**
 * How an operation that needs another scope than `items.read` uses the items that it reads. `if-permitted`: it
 * shows them only to a caller who has `items.read` too. `own`: its answer holds items, and only those that the
 * call creates. `internal`: its answer holds nothing of a recipient or a letter. `printing`: its answer is what a
 * printer gets, and its scope is for that.
 */
export type ItemReads = 'if-permitted' | 'own' | 'internal' | 'printing'

interface ContextOf {
  read: ReadContext
  write: WriteContext
  process: ProcessContext
  public: PublicContext
}

/** The context of a handler; without an organisation where its audience has none. */
type Context<Fx extends Effect, Aud extends Audience> = Aud extends 'user'
  ? NoOrganisation<ContextOf[Fx]>
  : ContextOf[Fx]

/** An incoming body of bytes; it can be read once. */
export interface ByteSource {
  /** The `Content-Type` that the sender gave. */
  contentType: string | undefined
  /** The announced length in bytes; undefined where there is none. */
  length: number | undefined
  chunks(): AsyncIterable<Uint8Array>
}

/** The input of a handler, parsed and typed by the declaration's schemas. */
interface Input<Params, Query, Body, List> {
  params: OutputOf<Params>
  query: OutputOf<Query>
  body: OutputOf<Body>
  list: List extends ListDeclaration<infer Row> ? BoundListQuery<Row> : undefined
  /** The body of an operation that takes `bytes`; undefined for others. */
  bytes: ByteSource | undefined
  /** The `If-Match` header as sent, for resources with a revision. */
  ifMatch: string | undefined
}

/** The end of an operation, announced in every answer (docs/api-rules.md). Days as `YYYY-MM-DD`. */
export interface Deprecation {
  since: string
  /** The last day on which it works; at least twelve months after `since`. */
  sunset: string
  /** What to call instead, in a sentence. */
  instead: string
}

/** An answer of bytes instead of JSON. */
export interface Stream {
  contentType: string
  /** The file name that browsers suggest. */
  fileName?: string
  content: AsyncIterable<Uint8Array> | Uint8Array | StoredBytes
  /** What else there is to say about the file. */
  headers?: Readonly<Record<string, string>>
}

/** Stored bytes that never change under their `etag`: clients may read ranges of them and cache them. */
export interface StoredBytes {
  size: number
  /** Without quotes. */
  etag: string
  /** How long a client may cache them. */
  maxAgeSeconds: number
  /**
   * The bytes from `start` up to but excluding `end`, all by default; undefined where they no longer exist.
   */
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
  /** An address that gives the bytes for some minutes to whoever has it; absent where there is none. */
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
  /** `<noun>.<name>`. Its module is named after the noun. */
  id: `${string}.${string}`
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/v1`, with `{name}` for parameters. */
  path: `/${string}`
  summary: string
  description?: string
  /**
   * The one scope that it needs. `authenticated`: any valid key or session, for operations about the caller
   * or the API itself. `public` belongs to the effect of that name.
   */
  permission: Permission | 'authenticated' | 'public'
  /** A scope that does more and implies the one above: who holds it may call this too. */
  impliedBy?: Permission
  /** Needed where it reads items and `permission` is not `items.read`; the tests refuse undeclared reads. */
  readsItems?: ItemReads
  /** Default `general`; `public` where the effect is. */
  rateClass?: RateClass
  /** Default `any`. */
  audience?: Aud
  effect: Fx
  /** A write to rows that both modes share: a test key gets 403 (docs/api-rules.md#live-and-test). */
  shared?: boolean
  /** A member acts on live rows, whichever mode the portal shows. Keys act on rows of their own mode. */
  liveForMembers?: boolean
  params?: Params
  query?: Query
  body?: Body
  /**
   * The errors that the handler would find next, as far as that needs no rows. Called where a schema has
   * refused something, so that one 422 names all errors; the input is as it was sent, valid or not.
   */
  rules?(sent: Sent, services: Services): ParameterError[]
  /** Makes answers carry `Deprecation`, `Sunset` and a link to the announcement. */
  deprecated?: Deprecation
  /** Pages poll this operation, so a call does not count as a use of the portal session. */
  passive?: true
  /** Works for a session whose user lacks the second factor that the instance requires. */
  withoutSecondFactor?: true
  /** A realistic body for the API document, where the schema alone does not give one. */
  example?: unknown
  /**
   * For a `process` without `body`: it takes bytes instead of JSON, of one of these media types and at most
   * `limitBytes` long. The handler reads them as a stream, once everything else is valid.
   */
  bytes?: { mediaTypes: readonly string[]; limitBytes: number }
  /**
   * Sortable and filterable fields; the handler gets the parsed query as `list`. `query` may stand beside it.
   */
  list?: List
  output: Output
  /** A secret that `output` shows once: the answer to a repeat does not hold it. */
  shownOnce?: ShownOnce
  /** Success status; default 200, 204 where the output is `empty`. */
  status?: 200 | 201 | 202 | 204
  /**
   * The path of the resource that a 201 created or a 202 began; `{name}` is a field of the answer or of the
   * path.
   */
  location?: `/${string}`
  /** Compares `If-Match` with the revision and answers 412 where they differ. */
  ifMatch?: true
  /** Whether the work goes on after this answer; the status is then 202. */
  // biome-ignore lint/suspicious/noExplicitAny: the output, which an operation of the union does not know
  unfinished?(value: any): boolean
  /** The answer may be a redirect to where a large file is kept, for the API document. */
  redirects?: true
  /** The possible content types of a `stream`, for the API document. */
  contentType?: string | readonly string[]
  /** Error codes beyond those that every operation can answer. */
  errors?: readonly ErrorCode[]
  emits?: readonly EventType[]
  /**
   * For a `read` or `write`: work that takes too long for a snapshot or transaction, or needs more than the
   * store (measuring text, laying out a template), done beforehand. Correctness must not depend on it, since
   * rows may change before the handler runs. For a `process`: its plan, as JSON, stored with the idempotency
   * key. A repeat after a crash is given the stored plan, perhaps while the first call is still running, and
   * must lead to the same result.
   */
  prepare?(context: Context<'process', Aud>, input: Input<Params, Query, Body, List>): Promise<Prepared>
  handler(
    context: Context<Fx, Aud>,
    input: Input<Params, Query, Body, List>,
    prepared: Prepared,
  ): Promise<Output extends Schema<infer Value> ? Value : Output extends 'stream' ? Stream : undefined>
  /**
   * For a `write` that is called very often: carries out a call in the place of `handler`, in a transaction that
   * other calls of its organisation may share (`engine/together.ts`).
   */
  together?: CarryOut
}

/** The input as it was sent; a body that is not an object has no fields. */
export interface Sent {
  query: Readonly<Record<string, string | undefined>>
  body: Readonly<Record<string, unknown>>
}

/** An operation as the registry, the pipeline and the API document see it. */
// biome-ignore lint/suspicious/noExplicitAny: the union of all operations
export type Operation = Declaration<any, any, any, any, any, any, any, any>

/**
 * Declares an operation, from which routing, validation, authorisation, API document and client are derived.
 */
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

/** The status of a successful answer with this value. */
export const successStatus = (operation: Operation, value?: unknown): number =>
  (value !== undefined && operation.unfinished?.(value) ? 202 : undefined) ??
  operation.status ??
  (operation.output === 'empty' ? 204 : 200)

/** The operations among what a room's modules export, in the order of their ids. */
export const operationsOf = (...modules: readonly object[]): readonly Operation[] =>
  modules
    .flatMap((module) => Object.values(module).filter(isOperation))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'effect' in value && 'handler' in value

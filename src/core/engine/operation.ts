import type { ErrorCode, ParameterError } from '../kernel/errors.ts'
import type { RateClass } from '../kernel/rate-classes.ts'
import type { Scope as Permission } from './access/scopes.ts'
import type { NoOrganisation, ProcessContext, PublicContext, ReadContext, WriteContext } from './context.ts'
import type { EventType } from './events/catalogue.ts'
import type { ShownOnce } from './idempotency/shown-once.ts'
import type { ListDeclaration } from './list/fields.ts'
import type { BoundListQuery } from './list/grammar.ts'
import type { Services } from './services.ts'
import type { Schema } from './wire.ts'

/**
 * What every operation's path stands below, also in answers that hold a path (docs/interface.md#versioning).
 */
export const apiPrefix = '/v1'
type OutputOf<S> = S extends Schema<infer Output> ? Output : undefined

/**
 * `read`: on a snapshot, also while suspended. `write`: one transaction. `process`: steers jobs or streams
 * bytes outside a transaction and opens its own where it needs one. `public`: a `process` that anybody may
 * call, without a key: the handler itself finds out whom it is for, by a secret in the address. It is counted
 * for the client's address, takes no Idempotency-Key and works while an organisation is suspended.
 */
export type Effect = 'read' | 'write' | 'process' | 'public'

/**
 * Who may call: a key or a portal session (`any`), the same in test mode only (`test`), or people in the
 * portal only (a key gets 404): in one organisation (`portal`), or by themselves, without one (`user`).
 */
export type Audience = 'any' | 'test' | 'portal' | 'user'

interface ContextOf {
  read: ReadContext
  write: WriteContext
  process: ProcessContext
  public: PublicContext
}

/** What a handler works with; without an organisation where its audience has none. */
type Context<Fx extends Effect, Aud extends Audience> = Aud extends 'user'
  ? NoOrganisation<ContextOf[Fx]>
  : ContextOf[Fx]

/** A body of bytes as it comes in; read at most once. */
export interface ByteSource {
  /** As the sender called them. */
  contentType: string | undefined
  /** As announced; undefined where nobody said. */
  length: number | undefined
  chunks(): AsyncIterable<Uint8Array>
}

/** What a handler is given: parsed and typed by the declaration's schemas. */
export interface Input<Params, Query, Body, List> {
  params: OutputOf<Params>
  query: OutputOf<Query>
  body: OutputOf<Body>
  list: List extends ListDeclaration<infer Row> ? BoundListQuery<Row> : undefined
  /** Of an operation that takes `bytes`, and of no other. */
  bytes: ByteSource | undefined
  /** The `If-Match` header as sent, for resources with a revision. */
  ifMatch: string | undefined
}

/** What will go, told in every answer (docs/versioning.md): days as `YYYY-MM-DD`. */
export interface Deprecation {
  since: string
  /** It works until the end of this day; twelve months after `since` at the earliest. */
  sunset: string
  /** What to call instead, in a sentence. */
  instead: string
}

/** An answer that is bytes instead of JSON. */
export interface Stream {
  contentType: string
  /** Shown to browsers as the file's name. */
  fileName?: string
  content: AsyncIterable<Uint8Array> | Uint8Array | StoredBytes
}

/** Bytes that lie somewhere and never change under this tag: read in parts, asked for again only once they are stale. */
export interface StoredBytes {
  size: number
  /** Without quotes. */
  etag: string
  /** How long whoever got them may keep them. */
  maxAgeSeconds: number
  /** The bytes from `start` to before `end`, all by default; undefined where they are gone. */
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
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
  /** `<group>.<name>`: also the file's name. */
  id: `${string}.${string}`
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/v1`, with `{name}` for parameters. */
  path: `/${string}`
  summary: string
  description?: string
  /**
   * The one scope it needs; `authenticated`: every valid key or session may, because it tells of itself or the API only.
   * `public` goes with the effect of that name.
   */
  permission: Permission | 'authenticated' | 'public'
  /** Default `general`; `public` where the effect is. */
  rateClass?: RateClass
  /** Default `any`. */
  audience?: Aud
  effect: Fx
  /** A write to what both modes share: a test key gets 403 (docs/interface.md#live-and-test). */
  shared?: boolean
  params?: Params
  query?: Query
  body?: Body
  /**
   * What the handler would refuse next, as far as that needs no rows: asked where the schemas refuse something, so that one
   * 422 names all of it. It is given the input as it was sent, right or wrong.
   */
  rules?(sent: Sent, services: Services): ParameterError[]
  /** Announced to go: answers carry `Deprecation`, `Sunset` and a link to the announcement. */
  deprecated?: Deprecation
  /** A page asks it by itself, over and over: with a portal session it counts as no use of it. */
  passive?: true
  /** It also works for a session whose user lacks the second factor that the instance asks for. */
  withoutSecondFactor?: true
  /** A body that somebody would send, for the API document, where its schema alone cannot tell one. */
  example?: unknown
  /**
   * Of a `process` without `body`: it takes bytes instead of JSON, of one of these media types, at most `limitBytes`
   * of them. The handler reads them as a stream, after everything else was found right.
   */
  bytes?: { mediaTypes: readonly string[]; limitBytes: number }
  /** Sortable and filterable fields; the handler gets the parsed query as `list`. `query` may stand beside it. */
  list?: List
  output: Output
  /** A secret that `output` shows this once: a repeat is answered without it. */
  shownOnce?: ShownOnce
  /** Success status; default 200, 204 where the output is `empty`. */
  status?: 200 | 201 | 202 | 204
  /** Where what a 201 made, or a 202 began, is read: each `{name}` is a field of the answer, or else a parameter of the path. */
  location?: `/${string}`
  /** It compares `If-Match` with the revision, and answers 412 where that is another. */
  ifMatch?: true
  /** True of an answer whose work goes on after it: then the status is 202. */
  // biome-ignore lint/suspicious/noExplicitAny: the output, which an operation of the union does not know
  unfinished?(value: any): boolean
  /** Content type of a `stream`, or the ones it may have, for the API document. */
  contentType?: string | readonly string[]
  /** Codes beyond those that every operation can answer. */
  errors?: readonly ErrorCode[]
  emits?: readonly EventType[]
  /**
   * Of a `read` or `write`: what takes too long for a snapshot or transaction or is not a store (measuring
   * text, laying out a template), done before it. It must not be needed for correctness: the handler sees the rows as they are then.
   * Of a `process`: what it sets out to do, as JSON, kept with the idempotency key. A repeat after a crash is given it again,
   * perhaps beside the first one, and must come to the same end.
   */
  prepare?(context: Context<'process', Aud>, input: Input<Params, Query, Body, List>): Promise<Prepared>
  handler(
    context: Context<Fx, Aud>,
    input: Input<Params, Query, Body, List>,
    prepared: Prepared,
  ): Promise<Output extends Schema<infer Value> ? Value : Output extends 'stream' ? Stream : undefined>
}

/** Fields by name; of a body that is no object, none. */
export interface Sent {
  query: Readonly<Record<string, string | undefined>>
  body: Readonly<Record<string, unknown>>
}

/** An operation as the registry, the pipeline and the API document see it. */
// biome-ignore lint/suspicious/noExplicitAny: the union of all operations
export type Operation = Declaration<any, any, any, any, any, any, any, any>

/** Declares an operation: routing, validation, scope, rate class, document, client and docs come from here. */
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

/** The status of an answer; without one, of answers that are finished. */
export const successStatus = (operation: Operation, value?: unknown): number =>
  (value !== undefined && operation.unfinished?.(value) ? 202 : undefined) ??
  operation.status ??
  (operation.output === 'empty' ? 204 : 200)

import type * as v from 'valibot'
import type { routes } from '../core/app/routes.gen.ts'
import type { ListDeclaration } from '../core/engine/list/fields.ts'
import type { Schema } from '../core/engine/wire.ts'
import type { Operations } from './operations.gen.ts'
import type { ClientStream } from './transport.ts'

/** `<group>.<name>`, as in the API document. */
export type OperationId = keyof Operations & keyof typeof routes & string

/** Options of a call besides its input. */
export interface CallOptions {
  /** For a POST: within 24 hours, the same key with the same request returns the first response. */
  idempotencyKey?: string
  /** The revision on which the change is based. */
  ifMatch?: string | number
  /** Aborts the call. */
  signal?: AbortSignal
}

type FilterValue = string | number | boolean
type Filter =
  | FilterValue
  | { [Operator in 'eq' | 'ne' | 'gte' | 'gt' | 'lte' | 'lt' | 'null' | 'contains']?: FilterValue }
  | { in: readonly FilterValue[] }

/** The query of a list operation. */
export interface ListInput<List extends ListDeclaration> {
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
  /** Field names, with a leading `-` for descending. */
  sort?: SortKey<List> | readonly SortKey<List>[]
  include?: 'total'
  filter?: { [Name in keyof List['filters']]?: Filter }
}
type SortKey<List extends ListDeclaration> = `${'' | '-'}${keyof List['sort'] & string}`

type Parts<D> = D extends { query?: infer Query; body?: infer Body; list?: infer List; output: infer Output }
  ? { query: Given<Query>; body: Given<Body>; list: Given<List>; output: Output }
  : never

/** Undefined for missing parts: `never` would extend everything. */
type Given<T> = [Exclude<T, undefined>] extends [never] ? undefined : Exclude<T, undefined>

type InputOf<S> = S extends Schema ? v.InferInput<S> : never

/** The input after the path parameters: a body, a query, or none. */
type PayloadOf<P extends { query: unknown; body: unknown; list: unknown }> = P['body'] extends Schema
  ? undefined extends InputOf<P['body']>
    ? [body?: InputOf<P['body']>]
    : [body: InputOf<P['body']>]
  : P['list'] extends ListDeclaration
    ? [query?: ListInput<P['list']> & (P['query'] extends Schema ? InputOf<P['query']> : unknown)]
    : P['query'] extends Schema
      ? [query?: InputOf<P['query']>]
      : []

/** A file comes first, followed by its required query. */
type Input<Route, P extends { query: unknown; body: unknown; list: unknown }> = Route extends { bytes: true }
  ? [bytes: Uint8Array | Blob, query: InputOf<P['query']>]
  : PayloadOf<P>

type ResultOf<Output> = Output extends 'empty'
  ? undefined
  : Output extends 'stream'
    ? ClientStream
    : Output extends Schema<infer Value>
      ? Value
      : never

/** `/webhooks/{id}/deliveries/{deliveryId}` → two strings. */
type PathParameters<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [parameter: string, ...PathParameters<Rest>]
  : []

/** Path parameters in the order of the path, then the body or query, then options. */
export type Method<Id extends OperationId> = (
  ...input: [
    ...PathParameters<(typeof routes)[Id]['path']>,
    ...Input<(typeof routes)[Id], Parts<Operations[Id]>>,
    options?: CallOptions,
  ]
) => Promise<ResultOf<Parts<Operations[Id]>['output']>>

type GroupOf<Id extends string> = Id extends `${infer Group}.${string}` ? Group : never
type NameIn<Group extends string, Id extends string> = Id extends `${Group}.${infer Name}` ? Name : never

/** Every operation as `api.<group>.<name>(…)`. */
export type Api = {
  [Group in GroupOf<OperationId>]: {
    [Name in NameIn<Group, OperationId>]: Method<`${Group}.${Name}` & OperationId>
  }
}

import { routes } from '../core/app/routes.gen.ts'
import type { ProblemBody } from '../core/kernel/errors.ts'
import { type HttpOptions, httpTransport, type Transport } from './transport.ts'
import type { Api, CallOptions } from './types.ts'

interface Route {
  /** GET if absent. */
  method?: string
  path: string
  bytes?: boolean
  audience?: string
}

/** A problem of the API, with its code and all offending parameters. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly errors: ProblemBody['errors']
  /** Seconds to wait before a retry, if the server sends them. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, problem: Partial<ProblemBody>, retryAfter: string | undefined) {
    super(problem.detail ?? `The server answered ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.requestId = problem.requestId
    this.errors = problem.errors
    this.retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter)
  }
}

/**
 * Creates a typed client over HTTP: `api.items.create({…})`, `api.items.get(id)`, `api.items.list({filter:
 * {…}})`.
 */
export const createClient = (options: HttpOptions): Api => clientOf(httpTransport(options))

/** Creates a typed client over any transport. Calls throw `ApiError` for every problem. */
export const clientOf = (transport: Transport): Api => {
  const api: Record<string, Record<string, unknown>> = {}
  for (const [id, route] of Object.entries<Route>(routes)) {
    // The client uses a key, and operations of the portal answer a key with 404.
    if (route.audience === 'portal' || route.audience === 'user') continue
    const dot = id.indexOf('.')
    const group = api[id.slice(0, dot)] ?? {}
    api[id.slice(0, dot)] = group
    group[id.slice(dot + 1)] = (...input: unknown[]) => call(transport, id, route, input)
  }
  return api as unknown as Api
}

const call = async (
  transport: Transport,
  operationId: string,
  { method = 'GET', path, bytes: takesBytes }: Route,
  input: unknown[],
): Promise<unknown> => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name, index) => [name, String(input[index])]))
  const rest = input.slice(names.length)
  const bytes = takesBytes ? (rest.shift() as Uint8Array | Blob) : undefined
  const { payload, options } = split(rest)
  const inQuery = method === 'GET' || method === 'DELETE' || takesBytes
  const response = await transport({
    operationId,
    method,
    path,
    params,
    query: inQuery ? toPairs(payload ?? {}) : [],
    body: inQuery ? undefined : payload,
    ...(bytes === undefined ? {} : { bytes }),
    headers: {
      ...(options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey }),
      ...(options.ifMatch === undefined ? {} : { 'If-Match': `"${options.ifMatch}"` }),
    },
    signal: options.signal,
  })
  if (response.status >= 400) {
    throw new ApiError(response.status, (response.body ?? {}) as ProblemBody, response.header('Retry-After'))
  }
  return response.stream ?? response.body
}

const optionNames: readonly string[] = ['idempotencyKey', 'ifMatch', 'signal'] satisfies (keyof CallOptions)[]

/** Splits body or query from options. A single argument with only option names counts as options. */
const split = (rest: unknown[]): { payload: object | undefined; options: CallOptions } => {
  const [first, second] = rest as [object | undefined, CallOptions | undefined]
  if (second !== undefined) return { payload: first, options: second }
  const keys = Object.keys(first ?? {})
  const isOptions = keys.length > 0 && keys.every((key) => optionNames.includes(key))
  return isOptions ? { payload: undefined, options: first as CallOptions } : { payload: first, options: {} }
}

/**
 * `{filter: {status: {in: ['A', 'B']}}, sort: ['-createdAt']}` → `filter[status][in]=A,B`, `sort=-createdAt`.
 */
const toPairs = (query: object): [string, string][] =>
  Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (name !== 'filter' || typeof value !== 'object') return [[name, textOf(value)]]
    return Object.entries(value as Record<string, unknown>).flatMap(([field, filter]): [string, string][] => {
      if (filter === undefined) return []
      if (typeof filter !== 'object' || filter === null) return [[`filter[${field}]`, textOf(filter)]]
      return Object.entries(filter).map(([operator, bound]) => [
        `filter[${field}][${operator}]`,
        textOf(bound),
      ])
    })
  })

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

/** Yields every row of a list, page by page. */
export async function* everyPage<Row, Query extends { cursor?: string }>(
  list: (query?: Query) => Promise<{ data: Row[]; nextCursor: string | null }>,
  query?: Query,
): AsyncGenerator<Row> {
  let cursor: string | null | undefined
  do {
    const page = await list({ ...query, ...(cursor ? { cursor } : {}) } as Query)
    yield* page.data
    cursor = page.nextCursor
  } while (cursor)
}

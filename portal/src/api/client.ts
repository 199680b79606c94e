import createClient, { type Middleware } from 'openapi-fetch'
import { preferences, sentenceOf, t } from '../messages/index.svelte.ts'
import { passive } from './presence.ts'
import { retryAfterSeconds } from './retry-after.ts'
import type { components, paths } from './types.gen.ts'

export type Schemas = components['schemas']
export type Mode = 'live' | 'test'

/** Codes whose detail only summarises `errors`. */
const namesAll = ['validation_failed', 'not_ready_for_live']

/** A failed request: the problem that the server returned, or the code `no_answer` without one. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly #errors: NonNullable<Schemas['Problem']['errors']>
  /** The other mode, if it has what was not found in the current one. */
  readonly foundIn: Mode | undefined
  /** The server's `Retry-After` in seconds; 0 without one. */
  readonly retryAfterSeconds: number
  constructor(
    status: number,
    body: Partial<Schemas['Problem']> | undefined,
    { foundIn, retryAfterSeconds = 0 }: { foundIn?: Mode | undefined; retryAfterSeconds?: number } = {},
  ) {
    super(body?.detail ?? body?.title ?? `HTTP ${status}`)
    this.name = 'ApiProblem'
    this.status = status
    this.code = body?.code ?? 'no_answer'
    this.requestId = body?.requestId
    this.foundIn = foundIn
    this.retryAfterSeconds = retryAfterSeconds
    this.#errors = body?.errors ?? []
    const [only, ...others] = this.#errors
    const detail = this.message
    if (only && others.length === 0 && detail === only.message) {
      Object.defineProperty(this, 'message', { get: () => sentenceOf(only) })
    } else if (only && namesAll.includes(this.code)) {
      Object.defineProperty(this, 'message', {
        get: () => (preferences.language === 'en' ? detail : t().notRight),
      })
    } else if (body?.code !== undefined) {
      const sentence = { code: body.code, message: detail, ...(body.params && { params: body.params }) }
      Object.defineProperty(this, 'message', { get: () => sentenceOf(sentence) })
    }
  }

  /** Errors by field in the chosen language; `parameter` is a path such as `recipient.street`. */
  get errors(): NonNullable<Schemas['Problem']['errors']> {
    return this.#errors.map((error) => ({ ...error, message: sentenceOf(error) }))
  }
}

/** The shown organisation and mode: the defaults of all requests, set by the session. */
export const place: { organisationId: string | null; mode: Mode } = { organisationId: null, mode: 'test' }

export const onSignedOut: { listener: () => void } = { listener: () => {} }

const headers: Middleware = {
  onRequest({ request, schemaPath }) {
    for (const [name, value] of Object.entries(passive())) request.headers.set(name, value)
    // Forms of other sites can't send this header, so the server accepts the cookie.
    request.headers.set('X-CSRF-Protection', '1')
    if (schemaPath.startsWith('/v1/session') || schemaPath.startsWith('/v1/setup')) return request
    // Resources shared by both modes are written in live mode, whatever is shown.
    if (!request.headers.has('X-Mode')) request.headers.set('X-Mode', place.mode)
    // Operators also send requests about organisations other than the shown one.
    if (place.organisationId && !request.headers.has('X-Organisation-Id')) {
      request.headers.set('X-Organisation-Id', place.organisationId)
    }
    return request
  },
}

/** Sends a request. Retries after 429, at most twice and after at most half a minute each. */
const patiently = async (request: Request, attempt = 0): Promise<Response> => {
  const copy = request.clone()
  const response = await fetch(request)
  if (response.status !== 429 || attempt === 2) return response
  const seconds = Math.min(retryAfterSeconds(response.headers.get('retry-after')) || 1, 30)
  await new Promise((wake) => setTimeout(wake, seconds * 1000))
  return patiently(copy, attempt + 1)
}

/** 404 responses with the mode that has the resource. */
const foundElsewhere = new WeakMap<Response, Mode>()

/** Resources found in neither mode, with the request's mode and organisation: each is looked up only once. */
const nowhere = new Set<string>()
const maxNowhere = 500
/** The path of a single resource, such as `/v1/items/itm_…`, without subresources. */
const ofOneThing = /^\/v1\/[^/]+\/[^/]+$/

/**
 * Sends a request and returns its response. After a 404 for a single resource, notes in `foundElsewhere`
 * whether the other mode has it, because its page stays open when the mode changes.
 */
const fetchNotingOtherMode = async (request: Request): Promise<Response> => {
  const mode = request.headers.get('X-Mode')
  const other = mode === 'test' ? 'live' : 'test'
  const { pathname } = new URL(request.url)
  const name = `${request.headers.get('X-Organisation-Id')} ${mode} ${pathname}`
  const isChecked = request.method === 'GET' && mode && ofOneThing.test(pathname) && !nowhere.has(name)
  const copy = isChecked ? request.clone() : undefined
  const response = await patiently(request)
  if (response.status !== 404 || !copy) return response
  const headers = new Headers(copy.headers)
  headers.set('X-Mode', other)
  const found = await fetch(new Request(copy, { headers })).catch(() => undefined)
  if (found?.ok) foundElsewhere.set(response, other)
  else if (found?.status === 404 && nowhere.size < maxNowhere) nowhere.add(name)
  await found?.body?.cancel().catch(() => undefined)
  return response
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchNotingOtherMode })
api.use(headers)

export interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/**
 * Returns the data of a response. Throws `ApiProblem` for an error response or none; reports 401 to
 * `onSignedOut`.
 */
export const answered = async <T>(call: Promise<Answer<T>>): Promise<T> => {
  let answer: Answer<T>
  try {
    answer = await call
  } catch {
    throw new ApiProblem(0, undefined)
  }
  const { data, error, response } = answer
  if (response.ok) return data as T
  if (response.status === 401) onSignedOut.listener()
  const body = typeof error === 'object' ? (error as Partial<Schemas['Problem']>) : undefined
  throw new ApiProblem(response.status, body, {
    foundIn: foundElsewhere.get(response),
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
  })
}

/** Returns an idempotency key. Keep it until the server has answered, so that a retry has one effect. */
export const newIntention = (): string => crypto.randomUUID()

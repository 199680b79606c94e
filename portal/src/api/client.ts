import createClient, { type Middleware } from 'openapi-fetch'
import { sentenceOf, t } from '../messages/index.svelte.ts'
import { passive } from './presence.ts'
import { retryAfterSeconds } from './retry-after.ts'
import type { components, paths } from './types.gen.ts'

export type Schemas = components['schemas']
export type Mode = 'live' | 'test'

/** Codes whose detail only sums up what `errors` says. */
const namesAll = ['validation_failed', 'not_ready_for_live']

/** What a refused request says: the server's problem, or that no answer came. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly #errors: NonNullable<Schemas['Problem']['errors']>
  /** The mode that has what was not found in the one that is shown. */
  readonly foundIn: Mode | undefined
  /** How long the server asks to wait before the next attempt; 0 where it does not say. */
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
      Object.defineProperty(this, 'message', { get: () => t().notRight(detail) })
    } else if (body?.code !== undefined) {
      const said = { code: body.code, message: detail, ...(body.params && { params: body.params }) }
      Object.defineProperty(this, 'message', { get: () => sentenceOf(said) })
    }
  }

  /** What is wrong with which field, in the chosen language; `parameter` is its path, such as `recipient.street`. */
  get errors(): NonNullable<Schemas['Problem']['errors']> {
    return this.#errors.map((error) => ({ ...error, message: sentenceOf(error) }))
  }
}

/** The organisation and the mode of all requests; set by the shell. */
export const place: { organisationId: string | null; mode: Mode } = { organisationId: null, mode: 'test' }

/** Called when a request finds that the session has ended. */
export const onSignedOut: { listener: () => void } = { listener: () => {} }

const headers: Middleware = {
  onRequest({ request, schemaPath }) {
    for (const [name, value] of Object.entries(passive())) request.headers.set(name, value)
    // No form of another site can send this header; with it the server takes the cookie for ours.
    request.headers.set('X-CSRF-Protection', '1')
    if (schemaPath.startsWith('/v1/session') || schemaPath.startsWith('/v1/setup')) return request
    // What both modes share is written in live mode, whichever is shown.
    if (!request.headers.has('X-Mode')) request.headers.set('X-Mode', place.mode)
    // An operator reads and answers in organisations besides the one that is shown.
    if (place.organisationId && !request.headers.has('X-Organisation-Id')) {
      request.headers.set('X-Organisation-Id', place.organisationId)
    }
    return request
  },
}

/** Waits where the server counts too many requests, at most twice and for half a minute each. */
const patiently = async (request: Request, attempt = 0): Promise<Response> => {
  const copy = request.clone()
  const response = await fetch(request)
  if (response.status !== 429 || attempt === 2) return response
  const seconds = Math.min(retryAfterSeconds(response.headers.get('retry-after')) || 1, 30)
  await new Promise((wake) => setTimeout(wake, seconds * 1000))
  return patiently(copy, attempt + 1)
}

/** Answers that found nothing, with the mode in which the same is there. */
const foundElsewhere = new WeakMap<Response, Mode>()

/** What is in neither mode, with the mode and the organisation that asked: it is looked for once. */
const nowhere = new Set<string>()
const mostNowhere = 500
/** The address of one thing, such as `/v1/items/itm_…`; what belongs to it is not looked for besides. */
const ofOneThing = /^\/v1\/[^/]+\/[^/]+$/

/** A page of one thing stays open while the mode is changed: what is not found is looked for in the other mode. */
const ask = async (request: Request): Promise<Response> => {
  const mode = request.headers.get('X-Mode')
  const other = mode === 'test' ? 'live' : 'test'
  const { pathname } = new URL(request.url)
  const name = `${request.headers.get('X-Organisation-Id')} ${mode} ${pathname}`
  const isLookedFor = request.method === 'GET' && mode && ofOneThing.test(pathname) && !nowhere.has(name)
  const copy = isLookedFor ? request.clone() : undefined
  const response = await patiently(request)
  if (response.status !== 404 || !copy) return response
  const headers = new Headers(copy.headers)
  headers.set('X-Mode', other)
  const found = await fetch(new Request(copy, { headers })).catch(() => undefined)
  if (found?.ok) foundElsewhere.set(response, other)
  else if (found?.status === 404 && nowhere.size < mostNowhere) nowhere.add(name)
  await found?.body?.cancel().catch(() => undefined)
  return response
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: ask })
api.use(headers)

export interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The data of an answer; throws `ApiProblem` where it was refused or where none came. */
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

/** Names one intention of a person: it is kept until the server has answered, so that a repeat has one effect. */
export const newIntention = (): string => crypto.randomUUID()

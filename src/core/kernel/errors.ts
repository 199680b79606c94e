import type { Noun } from './nouns.ts'
import { generalProblems } from './problem-sentences.ts'
import { type Said, saidAlone } from './sentences.ts'

const { say } = generalProblems

/**
 * The error catalogue (docs/api-rules.md#errors). Each code belongs to one status, which is part of the
 * published catalogue; HTTP itself is left to the server.
 */
export const errorCatalogue = {
  malformed_body: { status: 400, title: 'The body is not readable JSON' },
  malformed_request: { status: 400, title: 'This is no request that HTTP knows' },
  api_key_invalid: { status: 401, title: 'The API key is malformed or unknown' },
  api_key_revoked: { status: 401, title: 'The API key was revoked' },
  session_invalid: { status: 401, title: 'The portal session ended or is unknown' },
  sign_in_failed: { status: 401, title: 'E-mail address and password do not match' },
  second_factor_required: {
    status: 401,
    title: 'The password is right; the code of the second factor is missing',
  },
  second_factor_failed: { status: 401, title: 'The code of the second factor is wrong or was used' },
  second_factor_not_set_up: {
    status: 403,
    title: 'The server asks for a second factor, which has to be set up first',
  },
  cross_site_refused: { status: 403, title: 'A portal session writes only from the portal’s own pages' },
  signature_invalid: { status: 401, title: 'The signature does not match the payload' },
  insufficient_scope: { status: 403, title: 'The key lacks the scope of this operation' },
  organisation_suspended: { status: 403, title: 'The organisation is suspended; reads still work' },
  not_found: { status: 404, title: 'There is no such resource' },
  method_not_allowed: { status: 405, title: 'This path does not offer the method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  invalid_state: { status: 409, title: 'The present state does not allow this' },
  not_ready_for_live: { status: 409, title: 'What would be printed is not fit to be sent yet' },
  insufficient_funds: { status: 409, title: 'The balance does not cover it' },
  spending_cap_reached: { status: 409, title: 'A spending cap does not allow it' },
  count_changed: { status: 409, title: 'The filters let another number of rows through' },
  still_referenced: { status: 409, title: 'It is still in use' },
  idempotency_in_flight: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
  },
  webhook_limit_reached: { status: 409, title: 'The organisation has as many webhook endpoints as it may' },
  revision_conflict: { status: 412, title: 'It was changed in the meantime' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  range_not_satisfiable: { status: 416, title: 'The file has no such part' },
  host_refused: { status: 421, title: 'The server does not answer for this Host' },
  validation_failed: { status: 422, title: 'Some parameters are not valid' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests for this key and class' },
  head_too_large: { status: 431, title: 'The address and the headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  storage_unavailable: { status: 503, title: 'Nothing can be written at the moment' },
} as const

/** The code by which programs distinguish problems; `errorCatalogue` has the status and title of each. */
export type ErrorCode = keyof typeof errorCatalogue

/** The part of the request that holds an offending parameter. */
export type ErrorLocation = 'body' | 'query' | 'path' | 'header'

export interface ParameterError extends Said {
  /**
   * The name as the caller wrote it, with dots in body fields: `filter[status][in]`,
   * `items[3].recipient.city`.
   */
  parameter: string
  location: ErrorLocation
}

/** An expected failure: a public code and detail, and a private text for the log only. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly errors: readonly ParameterError[]
  readonly privateDetail: string | undefined
  /** Response headers that belong to this failure, e.g. `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  /** The sentence of its detail, for where it stands as one of several refusals. */
  readonly said: Said<ErrorCode>

  constructor(said: Said<ErrorCode>, more: ProblemOptions = {}) {
    super(said.message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Problem'
    this.said = said
    this.code = said.code
    this.errors = more.errors ?? []
    this.privateDetail = more.private
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

export interface ProblemOptions {
  errors?: readonly ParameterError[]
  private?: string
  headers?: Record<string, string>
  cause?: unknown
}

export const problem = (said: Said<ErrorCode>, more?: ProblemOptions): Problem => new Problem(said, more)

/** A 404 that does not reveal whether the id exists in another organisation. */
export const notFound = (noun: Noun): Problem => problem(say('not_found.thing', { noun }))

/** Returns the row, or throws a 404 that names what is missing. */
export const found = <Row>(row: Row | undefined, noun: Noun): Row => {
  if (row === undefined) throw notFound(noun)
  return row
}

/** What was found, without its place on paper, as an error in the body of a request. */
export const asError = (found: Said, parameter: string): ParameterError => ({
  parameter,
  location: 'body',
  ...saidAlone(found),
})

/** A 422 for a rule beyond a schema; `parameter` as the caller wrote it. */
export const invalid = (parameter: string, said: Said, location: ErrorLocation = 'body'): Problem =>
  validationFailed([{ parameter, location, ...said }])

export const validationFailed = (errors: readonly ParameterError[]): Problem =>
  problem(errors.length === 1 ? shortDetail(errors[0]!) : longDetail(errors), { errors })

/**
 * How many parameters one problem names: more would not be read, and finding a hundred thousand would take a
 * second.
 */
export const maxNamed = 1000

/** A message may list every allowed value, so the detail shortens it; `errors` has it in full. */
const shortDetail = (error: ParameterError): Said<ErrorCode> =>
  error.message.length <= 200
    ? saidAlone({ ...error, code: 'validation_failed', params: undefined })
    : say('validation_failed.one', { parameter: error.parameter.slice(0, 80) })

const longDetail = (errors: readonly ParameterError[]): Said<ErrorCode> => {
  const first = errors.slice(0, 10).map(({ parameter }) => parameter)
  const more = errors.length - first.length
  return say('validation_failed.several', {
    count: errors.length,
    parameters: first.join(', '),
    more: more > 0 ? more : undefined,
    rest: errors.length >= maxNamed ? 'unnamed' : undefined,
  })
}

/**
 * The body of a problem (docs/api-rules.md#errors). `type` is a path at which the server explains the code.
 */
export const problemBody = (error: Problem, requestId: string) => ({
  type: `/problems/${error.code}`,
  title: errorCatalogue[error.code].title,
  status: error.status,
  detail: error.message,
  ...(error.said.params === undefined ? {} : { params: error.said.params }),
  code: error.code,
  requestId,
  ...(error.errors.length > 0 ? { errors: error.errors } : {}),
})
/** The body of a refused call (RFC 9457), whose `errors` name each offending part. */
export type ProblemBody = ReturnType<typeof problemBody>

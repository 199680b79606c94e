import type { Noun } from './nouns.ts'
import { generalProblems } from './problem-sentences.ts'
import { plainSentence, type Sentence } from './sentences.ts'

/** The status of a code is part of the published catalogue (docs/api-rules.md#errors). */
export const errorCatalogue = {
  malformed_body: { status: 400, title: 'The body is not readable JSON' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  api_key_invalid: { status: 401, title: 'The API key is malformed or unknown' },
  api_key_revoked: { status: 401, title: 'The API key was revoked' },
  session_invalid: { status: 401, title: 'The portal session ended or is unknown' },
  sign_in_failed: { status: 401, title: 'E-mail address and password do not match' },
  second_factor_required: {
    status: 401,
    title: 'The password is correct; a second-factor code is required',
  },
  second_factor_failed: { status: 401, title: 'The second-factor code is wrong or was already used' },
  second_factor_not_set_up: {
    status: 403,
    title: 'The server requires a second factor; set one up first',
  },
  cross_site_refused: { status: 403, title: 'A portal session can write only from the portal’s own pages' },
  signature_invalid: { status: 401, title: 'The signature does not match the payload' },
  insufficient_scope: { status: 403, title: 'The key lacks the scope of this operation' },
  organisation_suspended: { status: 403, title: 'The organisation is suspended; reads still work' },
  not_found: { status: 404, title: 'The resource does not exist' },
  method_not_allowed: { status: 405, title: 'The path does not support this method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  invalid_state: { status: 409, title: 'The current state does not allow this' },
  not_ready_for_live: { status: 409, title: 'The content is not ready for live mail' },
  insufficient_funds: { status: 409, title: 'The balance does not cover it' },
  spending_cap_reached: { status: 409, title: 'A spending cap would be exceeded' },
  count_changed: { status: 409, title: 'The filters match a different number of rows' },
  still_referenced: { status: 409, title: 'It is still in use' },
  idempotency_in_flight: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'The organisation has reached its limit of webhook endpoints',
  },
  revision_conflict: { status: 412, title: 'The resource was changed in the meantime' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  range_not_satisfiable: { status: 416, title: 'The requested range is outside the file' },
  host_refused: { status: 421, title: 'The server does not serve this host' },
  validation_failed: { status: 422, title: 'Some parameters are not valid' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests for this key and class' },
  head_too_large: { status: 431, title: 'The URL and headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  storage_unavailable: { status: 503, title: 'Storage is temporarily unavailable for writing' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

export type ErrorLocation = 'body' | 'query' | 'path' | 'header'

export interface ParameterError extends Sentence {
  /** As the caller wrote it, with dots for nested fields: `filter[status][in]`, `items[3].recipient.city`. */
  parameter: string
  location: ErrorLocation
}

/** An expected failure: a public code and detail, and a private text for the log. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly errors: readonly ParameterError[]
  readonly privateDetail: string | undefined
  /** Response headers, e.g. `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  readonly sentence: Sentence<ErrorCode>

  constructor(sentence: Sentence<ErrorCode>, more: ProblemOptions = {}) {
    super(sentence.message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Problem'
    this.sentence = sentence
    this.code = sentence.code
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

export const problem = (sentence: Sentence<ErrorCode>, more?: ProblemOptions): Problem =>
  new Problem(sentence, more)

/** Does not reveal whether the id exists in another organisation. */
export const notFound = (noun: Noun): Problem =>
  problem(generalProblems.sentence('not_found.thing', { noun }))

/** Throws a 404 that names the noun if the row is undefined. */
export const found = <Row>(row: Row | undefined, noun: Noun): Row => {
  if (row === undefined) throw notFound(noun)
  return row
}

/** Makes an error of the request body, without the finding's place on paper. */
export const asError = (found: Sentence, parameter: string): ParameterError => ({
  parameter,
  location: 'body',
  ...plainSentence(found),
})

/** Returns a 422 for a rule that schemas can't express. `parameter` is as the caller wrote it. */
export const invalid = (parameter: string, sentence: Sentence, location: ErrorLocation = 'body'): Problem =>
  validationFailed([{ parameter, location, ...sentence }])

export const validationFailed = (errors: readonly ParameterError[]): Problem =>
  problem(errors.length === 1 ? shortDetail(errors[0]!) : longDetail(errors), { errors })

/** Most errors in one response: more help no reader, and finding a hundred thousand would take a second. */
export const maxNamed = 1000

/** Shortens messages that list many allowed values. `errors` has them in full. */
const shortDetail = (error: ParameterError): Sentence<ErrorCode> =>
  error.message.length <= 200
    ? plainSentence({ ...error, code: 'validation_failed', params: undefined })
    : generalProblems.sentence('validation_failed.one', { parameter: error.parameter.slice(0, 80) })

const longDetail = (errors: readonly ParameterError[]): Sentence<ErrorCode> => {
  const first = errors.slice(0, 10).map(({ parameter }) => parameter)
  const more = errors.length - first.length
  return generalProblems.sentence('validation_failed.several', {
    count: errors.length,
    parameters: first.join(', '),
    more: more > 0 ? more : undefined,
    rest: errors.length >= maxNamed ? 'unnamed' : undefined,
  })
}

/** `type` is a path at which the server explains the code (docs/api-rules.md#errors). */
export const problemBody = (error: Problem, requestId: string) => ({
  type: `/problems/${error.code}`,
  title: errorCatalogue[error.code].title,
  status: error.status,
  detail: error.message,
  ...(error.sentence.params === undefined ? {} : { params: error.sentence.params }),
  code: error.code,
  requestId,
  ...(error.errors.length > 0 ? { errors: error.errors } : {}),
})
/** The body of an error response (RFC 9457). */
export type ProblemBody = ReturnType<typeof problemBody>

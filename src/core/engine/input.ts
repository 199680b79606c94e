import * as v from 'valibot'
import {
  type ErrorLocation,
  invalid,
  maxNamed,
  type ParameterError,
  problem,
  validationFailed,
} from '../kernel/errors.ts'
import type { Sentence } from '../kernel/sentences.ts'
import { shortened } from '../kernel/text.ts'
import { subjectOf } from './access/authenticate.ts'
import type { Authenticated } from './caller.ts'
import { keyError } from './idempotency/idempotency.ts'
import { type BoundListQuery, parseListQuery } from './list/grammar.ts'
import type { ByteSource, Operation } from './operation.ts'
import type { CallRequest } from './request.ts'
import { callProblems, requestSentences } from './sentences.ts'
import type { Services } from './services.ts'
import { tryParse } from './validate.ts'
import { validationSentences } from './validation-sentences.ts'
import type { Schema } from './wire.ts'

/** The longest filter form has about twenty. Each parameter costs a look-up and perhaps an error. */
export const maxParameters = 100

/** Parses and validates a request. Throws one 422 that names every offending parameter, up to `maxNamed`. */
export const readInput = async (services: Services, request: CallRequest, who?: Authenticated) => {
  const { operation } = request
  if (request.query.length > maxParameters) {
    throw invalid('query', requestSentences.sentence('max_length.query', { limit: maxParameters }), 'query')
  }
  const errors = new ParameterErrors()
  const take = <T>(schema: Schema<T> | undefined, value: unknown, location: ErrorLocation): T | undefined => {
    if (!schema) return undefined
    const parsed = tryParse(schema, value, location)
    errors.add(parsed.errors)
    return parsed.output
  }
  const params = take(operation.params, request.params, 'path')
  // biome-ignore lint/suspicious/noExplicitAny: of the operation's table, which its handler knows
  let list: BoundListQuery<any> | undefined
  let query: unknown
  if (operation.list && who) {
    // A list may have its own parameters; cursors are bound to them as to filters.
    const own = parametersOf(operation)
    const beside = request.query.filter(([name]) => own.has(name))
    if (operation.query) query = take(operation.query, plainQuery(operation, beside, errors), 'query')
    const language = request.query.filter(([name]) => !own.has(name))
    const parsed = parseListQuery(operation.list, language, {
      crypto: services.crypto,
      operation: operation.id,
      organisationId: subjectOf(operation, who),
      mode: who.mode,
      fixed: { ...request.params, ...Object.fromEntries(beside) },
    })
    errors.add(parsed.errors)
    list = parsed.query
  } else {
    query = take(operation.query, plainQuery(operation, request.query, errors), 'query')
  }
  const idempotencyKey = operation.method === 'POST' && who ? request.headers.idempotencyKey : undefined
  if (idempotencyKey !== undefined) errors.add(keyError(idempotencyKey))
  // Refuse a condition that would be ignored: the sender expects it to be checked.
  if (request.headers.ifMatch !== undefined && !operation.ifMatch) errors.add([ifMatchError])
  const takesNone = operation.method === 'POST' && !operation.body && !operation.bytes
  const sent = operation.body || takesNone ? await request.body(who?.caller.id) : undefined
  await services.turns.rest()
  const body = take(operation.body, sent, 'body')
  // Refuse a body that would be ignored: the sender expects it to have an effect.
  if (takesNone) take(noBody, sent, 'body')
  if (operation.rules && errors.all.length > 0) {
    errors.add(operation.rules({ query: Object.fromEntries(request.query), body: fieldsOf(sent) }, services))
  }
  if (errors.all.length > 0) throw validationFailed(errors.all)
  const bytes = operation.bytes ? bytesOf(request, who?.caller.id) : undefined
  return { params, query, list, body, bytes, ifMatch: request.headers.ifMatch, idempotencyKey }
}

const ifMatchError: ParameterError = {
  parameter: 'If-Match',
  location: 'header',
  ...requestSentences.sentence('not_allowed.if_match'),
}

const noBody = v.optional(v.strictObject({}))

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

/** Throws for multipart, whose framing would end up in the file; accepts the form-urlencoded of curl. */
const bytesOf = (request: CallRequest, callerId: string | undefined): ByteSource => {
  const bytes = request.bytes?.(callerId)
  if (!bytes) throw problem(callProblems.sentence('malformed_body.no_bytes'))
  if (/^multipart\b/i.test(bytes.contentType ?? '')) {
    throw problem(callProblems.sentence('unsupported_media_type.form'))
  }
  return bytes
}

/** Keeps the first error of each parameter, up to `maxNamed` errors. */
class ParameterErrors {
  readonly all: ParameterError[] = []
  readonly #named = new Set<string>()

  add(errors: Iterable<ParameterError>): void {
    for (const error of errors) {
      if (this.all.length === maxNamed) return
      const place = `${error.location} ${error.parameter}`
      if (this.#named.has(place)) continue
      this.#named.add(place)
      this.all.push(error)
    }
  }
}

const parametersOf = ({ query }: Operation): ReadonlySet<string> =>
  new Set(Object.keys((query as { entries?: object } | undefined)?.entries ?? {}))

/** Adds errors for repeated parameters, and for every one if the operation takes none. */
const plainQuery = (
  operation: Operation,
  pairs: CallRequest['query'],
  errors: ParameterErrors,
): Record<string, string> => {
  const values = new Map<string, string>()
  const refuse = (parameter: string, sentence: Sentence) =>
    errors.add([{ parameter, location: 'query', ...sentence }])
  for (const [written, value] of pairs) {
    const name = shortened(written)
    if (!operation.query) refuse(name, validationSentences.sentence('unknown.parameter', { name }))
    else if (values.has(written))
      refuse(name, requestSentences.sentence('repeated.parameter', { parameter: name }))
    values.set(written, value)
  }
  return Object.fromEntries(values)
}

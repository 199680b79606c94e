import { type Authenticated, authenticate } from './access/authenticate.ts'
import { operatorScopes } from './access/scopes.ts'
import type { ModeScope, ProcessContext, PublicContext } from './context.ts'
import { Problem, problem, problemBody } from './errors.ts'
import { attemptOf } from './idempotency/idempotency.ts'
import { once, onceOutside } from './idempotency/once.ts'
import { readInput } from './input.ts'
import { nowIn } from './jobs/scheduler.ts'
import { type Operation, type Stream, successStatus } from './operation.ts'
import { StoreUnavailable } from './ports/store.ts'
import { type RateClass, rateClasses } from './rate-limit/classes.ts'
import { type RateCounter, type RateState, rateHeaders } from './rate-limit/counter.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'

/** One request, whatever carried it: HTTP, the in-process client, a tool. */
export interface CallRequest {
  operation: Operation
  params: Readonly<Record<string, string>>
  /** Names and values of the query string, decoded, in order, repeated ones repeated. */
  query: readonly (readonly [string, string])[]
  /** Read only after the caller may see the schema; throws a Problem when it cannot be read. */
  body(): Promise<unknown>
  headers: {
    authorization?: string | undefined
    organisationId?: string | undefined
    idempotencyKey?: string | undefined
    ifMatch?: string | undefined
  }
  requestId: string
  /** Where the request came from, for those that bring no key. */
  clientAddress?: string | undefined
}

export interface CallResponse {
  status: number
  headers: Record<string, string>
  /** A JSON value; absent for 204 and streams. */
  body?: unknown
  stream?: Stream
}

/**
 * The pipeline of DESIGN 1: authenticate → rate limit → audience → permission → suspension → validate →
 * (idempotency record, handler, events) in one transaction → answer. It never throws.
 */
export const createCall =
  (services: Services, rates: RateCounter) =>
  async (request: CallRequest): Promise<CallResponse> => {
    const headers: Record<string, string> = { 'X-Request-Id': request.requestId }
    try {
      const response = await answer(services, rates, request, headers)
      return { ...response, headers: { ...headers, ...response.headers } }
    } catch (error) {
      const known = asProblem(error)
      if (known.status >= 500) {
        services.log.error('call failed', {
          operation: request.operation.id,
          requestId: request.requestId,
          error,
          detail: known.privateDetail,
        })
      }
      return {
        status: known.status,
        headers: { ...headers, ...known.headers, 'Content-Type': 'application/problem+json' },
        body: problemBody(known, request.requestId),
      }
    }
  }

const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof StoreUnavailable) {
    return problem(
      'storage_unavailable',
      'Nothing can be written at the moment; nothing of this request was kept.',
      {
        private: error.message,
        cause: error,
        headers: { 'Retry-After': '5' },
      },
    )
  }
  return problem(
    'internal_error',
    'Something went wrong on our side; the request id says which call it was.',
    { cause: error },
  )
}

const answer = async (
  services: Services,
  rates: RateCounter,
  request: CallRequest,
  headers: Record<string, string>,
): Promise<CallResponse> => {
  const { operation } = request
  if (operation.effect === 'public') return answerAnybody(services, rates, request, headers)
  const who = await authenticate(services, request.headers.authorization)
  const rateClass = operation.rateClass ?? 'general'
  const limit = who.organisation.rateLimits[rateClass] ?? rateClasses[rateClass]
  limitRate(services, rates, { caller: who.caller.id, rateClass, limit }, headers)
  authorise(request, who)
  const input = await readInput(services, request, who)
  const scope: ModeScope = { organisationId: who.organisation.id, mode: who.mode }
  const context = {
    services,
    caller: who.caller,
    organisation: who.organisation,
    scope,
    shared: { organisationId: scope.organisationId },
    now: nowIn(services, who.organisation, who.mode),
    requestId: request.requestId,
  }
  const process: ProcessContext = { ...context, transact: (body) => transact(services, body) }
  if (operation.effect === 'read') {
    const prepared = await operation.prepare?.(process, input)
    return toResponse(
      operation,
      await services.store.read((rows) => operation.handler({ ...context, rows }, input, prepared)),
    )
  }
  const attempt =
    input.idempotencyKey === undefined
      ? undefined
      : attemptOf(services, scope, input.idempotencyKey, {
          operation: operation.id,
          params: input.params,
          query: input.query,
          body: input.body,
        })
  if (operation.effect === 'write') {
    const prepared = await operation.prepare?.(process, input)
    return transact(services, (transaction) =>
      once(services, transaction, attempt, async () =>
        toResponse(operation, await operation.handler({ ...context, ...transaction }, input, prepared)),
      ),
    )
  }
  return onceOutside(services, attempt, async () =>
    toResponse(operation, await operation.handler(process, input, undefined)),
  )
}

/** An operation that asks for no key: counted for the client's address, parsed, and done (see `Effect`). */
const answerAnybody = async (
  services: Services,
  rates: RateCounter,
  request: CallRequest,
  headers: Record<string, string>,
): Promise<CallResponse> => {
  const { operation, requestId, clientAddress = '' } = request
  const rateClass = operation.rateClass ?? 'public'
  limitRate(services, rates, { caller: clientAddress, rateClass, limit: rateClasses[rateClass] }, headers)
  const input = await readInput(services, request)
  const context: PublicContext = {
    services,
    clientAddress,
    now: services.clock.now(),
    requestId,
    transact: (body) => transact(services, body),
  }
  return toResponse(operation, await operation.handler(context, input, undefined))
}

const limitRate = (
  services: Services,
  rates: RateCounter,
  { caller, rateClass, limit }: { caller: string; rateClass: RateClass; limit: number },
  headers: Record<string, string>,
): void => {
  const state: RateState = rates.hit(`${caller}|${rateClass}`, limit, services.clock.now())
  Object.assign(headers, rateHeaders(state))
  if (!state.allowed) {
    throw problem(
      'rate_limited',
      `More than ${limit} requests of class ${rateClass} in this minute. Try again in ${state.resetSeconds} s.`,
      {
        headers: { 'Retry-After': String(state.resetSeconds) },
      },
    )
  }
}

/** Audience, permission, suspension: in this order, and before anything of the schema shows. */
const authorise = (
  { operation, headers }: CallRequest,
  { caller, organisation, mode }: Authenticated,
): void => {
  const { permission } = operation
  // A GET that streams reads only, whatever its effect says.
  const writes =
    operation.effect === 'write' || (operation.effect === 'process' && operation.method !== 'GET')
  if (operation.audience === 'portal') throw problem('not_found', 'There is no such resource.')
  if (operation.audience === 'test' && mode !== 'test') {
    throw problem('insufficient_scope', 'This operation works with a test key only.')
  }
  if (headers.organisationId !== undefined && headers.organisationId !== organisation.id) {
    throw problem(
      'insufficient_scope',
      'A key serves its own organisation only; X-Organisation-Id names another.',
    )
  }
  if (permission !== 'authenticated' && !caller.scopes.includes(permission)) {
    throw problem(
      'insufficient_scope',
      `This operation needs the scope ${permission}, which the key does not have.`,
    )
  }
  if (operation.shared && writes && mode === 'test') {
    throw problem(
      'insufficient_scope',
      'With a test key this resource is read-only: live and test mode share it.',
    )
  }
  // Whoever runs the instance goes on with what was begun: runs past their cutoff, reports, credit notes.
  const byOperator = (operatorScopes as readonly string[]).includes(permission)
  if (writes && !byOperator && organisation.status === 'SUSPENDED') {
    throw problem(
      'organisation_suspended',
      'The organisation is suspended. Reads still work; ask whoever runs this server.',
    )
  }
}

const isStream = (operation: Operation, value: unknown): value is Stream =>
  operation.output === 'stream' && value !== undefined

const toResponse = (operation: Operation, value: unknown): CallResponse => {
  const status = successStatus(operation, value)
  if (operation.output === 'empty') return { status, headers: {} }
  if (isStream(operation, value)) return { status, headers: {}, stream: value }
  return { status, headers: {}, body: value }
}

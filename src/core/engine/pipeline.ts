import { Problem, problem, problemBody } from '../kernel/errors.ts'
import { networkOf } from '../kernel/network.ts'
import { rateClasses } from '../kernel/rate-classes.ts'
import type { OrganisationRow } from '../model/organisations.ts'
import { BlobsUnavailable } from '../ports/blobs.ts'
import { StoreBusy, StoreUnavailable } from '../ports/store.ts'
import { authenticate, subjectOf } from './access/authenticate.ts'
import { authorise } from './access/authorise.ts'
import { actorOf, publicActor } from './audit/actor.ts'
import { type Authenticated, noClient, type SessionChange } from './caller.ts'
import type { ProcessContext, PublicContext } from './context.ts'
import { type Attempt, attemptOf } from './idempotency/idempotency.ts'
import { once, onceOutside } from './idempotency/once.ts'
import { confusedId } from './ids.ts'
import { readInput } from './input.ts'
import { nowIn } from './mode-clock.ts'
import { apiPrefix, type Operation, type Stream, successStatus } from './operation.ts'
import { limitRate } from './rate-limit.ts'
import { type CallRequest, type CallResponse, withResourceHeaders } from './request.ts'
import { callProblems, idProblems } from './sentences.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'

/** Adds a call to its organisation's request log, except if unauthenticated or for the user alone. */
const noteRequest = (
  { requestLog, clock }: Services,
  { operation, params, requestId }: CallRequest,
  who: Authenticated | undefined,
  { status, startedAt }: { status: number; startedAt: number },
): void => {
  if (!who?.organisation || operation.audience === 'user') return
  requestLog.note({
    organisationId: who.organisation.id,
    mode: who.mode,
    callerType: who.caller.kind === 'key' ? 'API_KEY' : 'USER',
    callerId: who.caller.id,
    method: operation.method,
    path: calledPath(operation.path, params),
    operation: operation.id,
    status,
    durationMs: Math.max(0, clock.now() - startedAt),
    requestId,
    createdAt: startedAt,
  })
}

/** Returns the path for the log, without the query, because filters may contain names and addresses. */
export const calledPath = (path: string, params: Readonly<Record<string, string>>): string =>
  (
    apiPrefix +
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params[name] ?? '').toWellFormed()))
  ).slice(0, 300)

/**
 * Runs requests: authenticate → rate limit → audience → permission → suspension → validate → (idempotency
 * record, handler, events) in one transaction → respond. Never throws. If a database counts requests, short
 * reads start before the count is known, but nothing is written or answered until then, and a 429 takes
 * precedence over other errors.
 */
export const createCall =
  (services: Services) =>
  async (request: CallRequest): Promise<CallResponse> => {
    const headers: Record<string, string> = { 'X-Request-Id': request.requestId }
    const startedAt = services.clock.now()
    const seen: Seen = {}
    const response = await answer(services, request, headers, seen).then(
      (answered) => ({ ...answered, headers: { ...headers, ...answered.headers } }),
      (error: unknown) => refusal(services, request, headers, error),
    )
    noteRequest(services, request, seen.who, { status: response.status, startedAt })
    return response
  }

/** The caller once authenticated, so that refused calls are logged too. */
interface Seen {
  who?: Authenticated
}

const refusal = (
  services: Services,
  request: CallRequest,
  headers: Record<string, string>,
  error: unknown,
): CallResponse => {
  if (isUnwritable(error)) services.health.noteUnwritable()
  const known = withHint(request, asProblem(error))
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
    // Deletes a cookie that became useless.
    ...(known.code === 'session_invalid' ? { session: { sessionToken: null, maxAgeSeconds: 0 } } : {}),
    headers: { ...headers, ...known.headers, 'Content-Type': 'application/problem+json' },
    body: problemBody(known, request.requestId),
  }
}

/** An id of another kind in the path is the most likely cause of a 404. */
const withHint = ({ operation, params }: CallRequest, known: Problem): Problem => {
  const { noun, case: kind } = known.sentence.params ?? {}
  if (known.code !== 'not_found' || kind !== 'thing') return known
  const confused = confusedId(operation.path, params)
  return confused
    ? problem(idProblems.sentence('not_found.confused', { noun: noun!, ...confused }), known)
    : known
}

/** A busy store is not unwritable, nor is one whose blobs are unavailable. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof StoreBusy || error instanceof BlobsUnavailable)

const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof StoreUnavailable) return storageUnavailable(error)
  return problem(callProblems.sentence('internal_error.unexpected'), { cause: error })
}

const answer = async (
  services: Services,
  request: CallRequest,
  headers: Record<string, string>,
  seen: Seen,
): Promise<CallResponse> => {
  const { operation } = request
  if (operation.effect === 'public') return answerPublic(services, request, headers)
  const who = await authenticate(services, request)
  seen.who = who
  const rateClass = operation.rateClass ?? 'general'
  const limit = who.organisation?.rateLimits[rateClass] ?? rateClasses[rateClass]
  const allowed = limitRate(services, { caller: who.caller.id, rateClass, limit }, headers)
  if (!isShort(operation)) await allowed
  try {
    authorise(request, who)
    const input = await readInput(services, request, who)
    const answered: { session?: SessionChange } = {}
    const context = contextOf(services, request, who, answered)
    const response = await carryOut(services, operation, context, input, allowed)
    return withResourceHeaders(operation, input.params, { ...response, ...answered })
  } finally {
    await allowed
  }
}

/** True if the call may start before its rate limit is known. After a 429 nothing would close a stream. */
const isShort = ({ effect, prepare, together, output }: Operation): boolean =>
  together !== undefined || (effect === 'read' && prepare === undefined && output !== 'stream')

const contextOf = (
  services: Services,
  { client = noClient, requestId, operation }: CallRequest,
  { caller, organisation, mode: shown, sessionId }: Authenticated,
  answered: { session?: SessionChange },
) => {
  const mode = operation.liveForMembers && caller.kind === 'user' ? 'live' : shown
  const organisationId = subjectOf(operation, { caller, organisation })
  return {
    services,
    caller,
    client,
    sessionId,
    changeSession(change: SessionChange) {
      answered.session = change
    },
    // Undefined only for user and public operations, whose context type has none.
    organisation: organisation as OrganisationRow,
    scope: { organisationId, mode },
    shared: { organisationId },
    now: organisation ? nowIn(services, organisation, mode) : services.clock.now(),
    requestId,
  }
}

const carryOut = async (
  services: Services,
  operation: Operation,
  context: ReturnType<typeof contextOf>,
  input: Awaited<ReturnType<typeof readInput>>,
  allowed: Promise<void> | undefined,
): Promise<CallResponse> => {
  const actor = actorOf(context.caller, { operation: operation.id, requestId: context.requestId })
  const party = context.shared.organisationId
  // Validation and the steps below may each take long.
  await services.turns.rest()
  const process: ProcessContext = {
    ...context,
    transact: (callback) => transact(services, callback, actor, { party }),
  }
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
      : await attemptFor(services, operation, context, input, input.idempotencyKey)
  if (operation.effect === 'write') {
    const prepared = await operation.prepare?.(process, input)
    await allowed
    const responding = operation.together
      ? operation.together(services, {
          operationId: operation.id,
          context,
          input,
          prepared,
          attempt,
          toResponse: (value) => toResponse(operation, value),
        })
      : transact(
          services,
          (transaction) =>
            once(services, transaction, attempt, async () =>
              toResponse(operation, await operation.handler({ ...context, ...transaction }, input, prepared)),
            ),
          actor,
          { party },
        )
    const response = await responding
    services.health.noteWritten()
    return response
  }
  const steps = {
    plan: operation.prepare && (async () => operation.prepare?.(process, input)),
    run: async (plan: unknown) => toResponse(operation, await operation.handler(process, input, plan)),
  }
  return onceOutside(services, attempt, steps)
}

const attemptFor = async (
  services: Services,
  operation: Operation,
  { scope, caller }: ReturnType<typeof contextOf>,
  { params, query, body, bytes }: Awaited<ReturnType<typeof readInput>>,
  key: string,
): Promise<Attempt> => ({
  ...(await attemptOf(
    services,
    scope,
    { owner: caller.lineId ?? caller.id, key },
    // The bytes have not arrived yet: only their announced length distinguishes them.
    { operation: operation.id, params, query, body, ...(bytes ? { length: bytes.length } : {}) },
  )),
  secret: operation.shownOnce,
})

/** Answers a `public` operation, rate-limited by client address. */
const answerPublic = async (
  services: Services,
  request: CallRequest,
  headers: Record<string, string>,
): Promise<CallResponse> => {
  const { operation, requestId, client = noClient } = request
  const rateClass = operation.rateClass ?? 'public'
  const caller = networkOf(client.address)
  await limitRate(services, { caller, rateClass, limit: rateClasses[rateClass] }, headers)
  const input = await readInput(services, request)
  const answered: { session?: SessionChange } = {}
  const context: PublicContext = {
    services,
    client,
    clientAddress: client.address,
    header: (name) => request.header?.(name),
    changeSession(change) {
      answered.session = change
    },
    now: services.clock.now(),
    requestId,
    transact: (callback) => transact(services, callback, publicActor({ operation: operation.id, requestId })),
  }
  const response = toResponse(operation, await operation.handler(context, input, undefined))
  return withResourceHeaders(operation, input.params, { ...response, ...answered })
}

const isStream = (operation: Operation, value: unknown): value is Stream =>
  operation.output === 'stream' && value !== undefined

const toResponse = (operation: Operation, value: unknown): CallResponse => {
  const status = successStatus(operation, value)
  if (operation.output === 'empty') return { status, headers: {} }
  if (isStream(operation, value)) return { status, headers: {}, stream: value }
  return { status, headers: {}, body: value }
}

/** Returns a 503 for a store that takes no writes or whose connection was lost, or for unavailable blobs. */
export const storageUnavailable = (error: StoreUnavailable): Problem => {
  const reason = error.outcomeUnknown ? 'lost' : error instanceof BlobsUnavailable ? 'files' : 'nothing_kept'
  return problem(callProblems.sentence(`storage_unavailable.${reason}`), {
    private: error.message,
    cause: error,
    headers: { 'Retry-After': '5' },
  })
}

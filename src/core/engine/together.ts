import { Problem } from '../kernel/errors.ts'
import { StoreUnavailable } from '../ports/store.ts'
import { actorThen } from './audit/actor.ts'
import type { CarryOut, Call as PreparedCall } from './call.ts'
import type { Transaction, WriteContext } from './context.ts'
import { type Earlier, earlierAnswer } from './idempotency/idempotency.ts'
import { kept, replay } from './idempotency/once.ts'
import type { CallResponse } from './request.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'

/*
 * Programs create items one by one and many at a time. Calls of one caller that wait while an earlier transaction of
 * theirs is under way share the next one: its look-ups, counters, statements and commit are paid for once
 * (docs/decisions/0255-calls-that-share-a-transaction.md).
 */

/** Calls in one transaction: few enough that others do not wait long for the writer. */
const callsTogether = 64

/** Carries out calls in one transaction. A call that is refused must have written nothing. */
type Body<Input, Prepared, Value> = (
  context: WriteContext,
  calls: readonly Pick<PreparedCall<CallResponse, Input, Prepared>, 'input' | 'prepared'>[],
) => Promise<readonly (Value | Problem)[]>
// biome-ignore lint/suspicious/noExplicitAny: the queue knows the types of no operation
type AnyBody = Body<any, any, unknown>

type Call = PreparedCall<CallResponse>

interface Waiting extends Call {
  resolve(response: CallResponse): void
  reject(error: unknown): void
}

type Outcome = { response: CallResponse } | { refused: Problem }

/** The calls that wait, by operation and caller. A caller who is not here has no transaction under way. */
const queues = new WeakMap<Services, Map<string, Waiting[]>>()

/**
 * Makes `Declaration.together` of a body that carries out several calls at once. Its outcomes, in the order of the
 * calls, are the answer to each or the Problem that refuses it.
 */
export const together =
  <Input, Prepared, Value>(body: Body<Input, Prepared, Value>): CarryOut =>
  (services, call) =>
    carryOut(services, body, call)

const carryOut = (services: Services, body: AnyBody, call: Call): Promise<CallResponse> => {
  const { operationId, context } = call
  const { organisationId, mode } = context.scope
  const key = `${operationId}|${organisationId}|${mode}|${context.caller.id}`
  const all = queues.get(services) ?? new Map<string, Waiting[]>()
  queues.set(services, all)
  return new Promise((resolve, reject) => {
    const waiting = { ...call, resolve, reject }
    const queue = all.get(key)
    if (queue) {
      queue.push(waiting)
      return
    }
    const own = [waiting]
    all.set(key, own)
    void serve(services, body, own, () => all.delete(key))
  })
}

/** Serves the queue until nobody waits. */
const serve = async (services: Services, body: AnyBody, queue: Waiting[], end: () => void): Promise<void> => {
  while (queue.length > 0) {
    const calls: Waiting[] = []
    // Calls join until the transaction begins; one that is run again has the same ones.
    const begin = () => {
      if (calls.length === 0) calls.push(...take(queue))
      return calls
    }
    const size = () => Math.min(queue.length, callsTogether)
    try {
      answer(calls, await runTogether(services, body, queue[0]!, begin, size))
    } catch (error) {
      if (calls.length === 0) calls.push(...take(queue))
      if (calls.length === 1 || error instanceof StoreUnavailable) refuseAll(calls, error)
      else for (const call of calls) await runAlone(services, body, call)
    }
  }
  end()
}

/** Takes the first calls off the queue. One key of idempotency is used once: its repeat finds the answer afterwards. */
const take = (queue: Waiting[]): Waiting[] => {
  const taken: Waiting[] = []
  const left: Waiting[] = []
  const keys = new Set<string>()
  for (const call of queue.splice(0)) {
    const key = call.attempt?.id
    if (taken.length === callsTogether || (key !== undefined && keys.has(key))) left.push(call)
    else taken.push(call)
    if (key !== undefined) keys.add(key)
  }
  queue.push(...left)
  return taken
}

const runAlone = async (services: Services, body: AnyBody, call: Waiting): Promise<void> => {
  try {
    answer([call], await runTogether(services, body, call, () => [call]))
  } catch (error) {
    call.reject(error)
  }
}

const answer = (calls: readonly Waiting[], outcomes: readonly Outcome[]): void => {
  for (const [index, { resolve, reject }] of calls.entries()) {
    const outcome = outcomes[index]!
    if ('refused' in outcome) reject(outcome.refused)
    else resolve(outcome.response)
  }
}

const refuseAll = (calls: readonly Waiting[], error: unknown): void => {
  for (const { reject } of calls) reject(error)
}

const runTogether = (
  services: Services,
  body: AnyBody,
  { operationId, context }: Call,
  begin: () => readonly Call[],
  size?: () => number,
): Promise<Outcome[]> => {
  const actor = { ...actorThen(context.caller), operation: operationId }
  const party = context.shared.organisationId
  const all = (transaction: Transaction) => run(services, body, transaction, begin())
  return transact(services, all, actor, size ? { party, size } : { party })
}

/** The outcomes of the calls, in their order. */
const run = async (
  services: Services,
  body: AnyBody,
  transaction: Transaction,
  calls: readonly Call[],
): Promise<Outcome[]> => {
  const { context } = calls.at(-1)!
  const earlier = await lookUp(services, transaction, calls)
  const fresh = calls.filter((call) => !earlier.get(call)?.outcome)
  const values = fresh.length > 0 ? await body({ ...context, ...transaction }, fresh) : []
  const made = new Map(fresh.map((call, index) => [call, values[index]] as const))
  const outcomes: Outcome[] = []
  for (const call of calls) {
    const { outcome, isKnown = false } = earlier.get(call) ?? {}
    const value = made.get(call)
    if (outcome) outcomes.push(outcome)
    else if (value instanceof Problem) outcomes.push({ refused: value })
    else {
      const response = call.toResponse(value)
      const { attempt } = call
      outcomes.push({
        response: attempt ? await kept(services, transaction.rows, attempt, response, isKnown) : response,
      })
    }
  }
  return outcomes
}

type Known = Pick<Earlier, 'isKnown'> & { outcome?: Outcome }

/**
 * What is known of the calls' idempotency keys. They are locked in one order, so that two servers with the same
 * calls do not wait for each other.
 */
const lookUp = async (
  services: Services,
  { rows }: Transaction,
  calls: readonly Call[],
): Promise<Map<Call, Known>> => {
  const known = new Map<Call, Known>()
  const keyed = calls.filter(({ attempt }) => attempt !== undefined)
  keyed.sort((a, b) => (a.attempt!.id < b.attempt!.id ? -1 : 1))
  const look = async (call: Call) => {
    try {
      const { answer: first, isKnown } = await earlierAnswer(services, rows, call.attempt!)
      known.set(call, { isKnown, ...(first ? { outcome: { response: replay(first) } } : {}) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      known.set(call, { isKnown: true, outcome: { refused: error } })
    }
  }
  await Promise.all(keyed.map(look))
  return known
}

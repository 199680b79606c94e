import { Problem } from '../kernel/errors.ts'
import { auditedRows } from './audit/changes.ts'
import type { Transaction, WriteContext } from './context.ts'
import { Groups } from './groups.ts'
import { type Earlier, earlierAnswer } from './idempotency/idempotency.ts'
import { kept, replay } from './idempotency/once.ts'
import type { CarryOut, Call as PreparedCall } from './operation.ts'
import type { CallResponse } from './request.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'

/*
 * Programs create items one by one and many at a time. Calls of one organisation that wait while an earlier transaction
 * of its calls is under way share the next one: its look-ups, counters, statements and commit are paid for once
 * (docs/design/storage.md).
 */

/** Calls in one transaction: few enough that others do not wait long for the writer. */
const callsTogether = 64

/** Calls of one operation, organisation and mode that may wait for the next transaction. */
export const maxWaitingCalls = 5_000

/** What the calls of a transaction have in common, whoever made them. */
type SharedContext = Pick<
  WriteContext,
  'services' | 'organisation' | 'scope' | 'shared' | 'now' | 'rows' | 'work'
>

/**
 * Carries out calls in one transaction. A call that is refused must have written nothing. They may be of several
 * callers, so nothing that the audit log keeps is changed here: to write to its tables throws.
 */
type Body<Input, Prepared, Value> = (
  context: SharedContext,
  calls: readonly Pick<PreparedCall<CallResponse, Input, Prepared>, 'context' | 'input' | 'prepared'>[],
) => Promise<readonly (Value | Problem)[]>
// biome-ignore lint/suspicious/noExplicitAny: the calls know the types of no operation
type AnyBody = Body<any, any, unknown>

type Call = PreparedCall<CallResponse>

/** The audit log attributes the changes of a transaction to one caller. */
const nothingToAudit = {
  note(table: string): never {
    throw new Error(`Calls that share a transaction change no ${table}.`)
  },
}

type Outcome = { response: CallResponse } | { refused: Problem }

/**
 * Makes `Declaration.together` of a body that carries out several calls at once. Its outcomes, in the order of the
 * calls, are the answer to each or the Problem that refuses it.
 */
export const together = <Input, Prepared, Value>(body: Body<Input, Prepared, Value>): CarryOut => {
  const all = new WeakMap<Services, Groups<Call, Outcome>>()
  return async (services, call: Call) => {
    const groups = all.get(services) ?? groupsOf(services, body)
    all.set(services, groups)
    const { operationId, context } = call
    const { organisationId, mode } = context.scope
    const key = `${operationId}|${organisationId}|${mode}`
    const outcome = await groups.ask(key, call)
    if ('refused' in outcome) throw outcome.refused
    return outcome.response
  }
}

const groupsOf = (services: Services, body: AnyBody): Groups<Call, Outcome> =>
  new Groups({
    most: callsTogether,
    mostWaiting: maxWaitingCalls,
    // The repeat of a call finds its answer afterwards.
    identityOf: ({ attempt }) => attempt?.id,
    carryOut: ({ context }, begin, size) =>
      transact(services, (transaction) => run(services, body, transaction, begin()), undefined, {
        party: context.shared.organisationId,
        size,
      }),
  })

/** The outcomes of the calls, in their order. */
const run = async (
  services: Services,
  body: AnyBody,
  transaction: Transaction,
  calls: readonly Call[],
): Promise<Outcome[]> => {
  const { organisation, scope, shared, now } = newest(calls).context
  const earlier = await lookUp(services, transaction, calls)
  const fresh = calls.filter((call) => !earlier.get(call)?.outcome)
  const context = { services, organisation, scope, shared, now, work: transaction.work }
  const rows = auditedRows(transaction.rows, nothingToAudit)
  const values = fresh.length > 0 ? await body({ ...context, rows }, fresh) : []
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

/** The call that was authenticated last: what the others know of their organisation may have changed before that. */
const newest = (calls: readonly Call[]): Call =>
  calls.reduce((one, other) => (other.context.now >= one.context.now ? other : one))

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

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
 * Calls of one organisation that arrive during an earlier transaction share the next one, with one set of
 * look-ups, counters and statements and one commit (docs/design/storage.md).
 */

/** Few enough not to block other writers for long. */
const callsTogether = 64

/** Per operation, organisation and mode. */
export const maxWaitingCalls = 5_000

type SharedContext = Pick<
  WriteContext,
  'services' | 'organisation' | 'scope' | 'shared' | 'now' | 'rows' | 'work'
>

/** A refused call must write nothing. Writing to audited tables throws: there may be several callers. */
type BatchHandler<Input, Prepared, Value> = (
  context: SharedContext,
  calls: readonly Pick<PreparedCall<CallResponse, Input, Prepared>, 'context' | 'input' | 'prepared'>[],
) => Promise<readonly (Value | Problem)[]>
// biome-ignore lint/suspicious/noExplicitAny: the calls know the types of no operation
type AnyBatchHandler = BatchHandler<any, any, unknown>

type Call = PreparedCall<CallResponse>

/** The audit log attributes a transaction to one caller. */
const nothingToAudit = {
  note(table: string): never {
    throw new Error(`Calls that share a transaction cannot change ${table}.`)
  },
}

type Outcome = { response: CallResponse } | { refused: Problem }

/** Runs concurrent calls in shared transactions. `handle` returns a value or Problem for each, in order. */
export const together = <Input, Prepared, Value>(handle: BatchHandler<Input, Prepared, Value>): CarryOut => {
  const all = new WeakMap<Services, Groups<Call, Outcome>>()
  return async (services, call: Call) => {
    const groups = all.get(services) ?? groupsOf(services, handle)
    all.set(services, groups)
    const { operationId, context } = call
    const { organisationId, mode } = context.scope
    const key = `${operationId}|${organisationId}|${mode}`
    const outcome = await groups.submit(key, call)
    if ('refused' in outcome) throw outcome.refused
    return outcome.response
  }
}

/**
 * Returns the `handler` and `together` of an operation from a batch handler: a caller within a transaction of
 * its own, such as a connector, creates a batch of one.
 */
export const batched = <Input, Prepared, Value>(handle: BatchHandler<Input, Prepared, Value>) => ({
  async handler(context: WriteContext, input: Input, prepared: Prepared): Promise<Value> {
    const [value] = await handle(context, [{ context, input, prepared }])
    if (value instanceof Problem) throw value
    return value as Value
  },
  together: together(handle),
})

const groupsOf = (services: Services, handle: AnyBatchHandler): Groups<Call, Outcome> =>
  new Groups({
    most: callsTogether,
    mostWaiting: maxWaitingCalls,
    // A repeated call finds its answer in the next group.
    identityOf: ({ attempt }) => attempt?.id,
    carryOut: ({ context }, begin, size) =>
      transact(services, (transaction) => run(services, handle, transaction, begin()), undefined, {
        party: context.shared.organisationId,
        size,
      }),
  })

const run = async (
  services: Services,
  handle: AnyBatchHandler,
  transaction: Transaction,
  calls: readonly Call[],
): Promise<Outcome[]> => {
  const { organisation, scope, shared, now } = newest(calls).context
  const earlier = await lookUp(services, transaction, calls)
  const fresh = calls.filter((call) => !earlier.get(call)?.outcome)
  const context = { services, organisation, scope, shared, now, work: transaction.work }
  const rows = auditedRows(transaction.rows, nothingToAudit)
  const values = fresh.length > 0 ? await handle({ ...context, rows }, fresh) : []
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

/** The call that was authenticated last has the latest organisation row. */
const newest = (calls: readonly Call[]): Call =>
  calls.reduce((one, other) => (other.context.now >= one.context.now ? other : one))

type Known = Pick<Earlier, 'isKnown'> & { outcome?: Outcome }

/** Looks up earlier answers. Locks the idempotency keys in one order, so that two servers don't deadlock. */
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

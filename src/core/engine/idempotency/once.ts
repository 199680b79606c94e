import { Problem } from '../../kernel/errors.ts'
import type { WritableRows } from '../../ports/store.ts'
import type { Turns } from '../../ports/system.ts'
import type { Transaction } from '../context.ts'
import { jsonText } from '../long-text.ts'
import type { CallResponse } from '../request.ts'
import type { Services } from '../services.ts'
import { type Answer, type Attempt, beginInFlight, earlierAnswer, forget, keepAnswer } from './idempotency.ts'
import { withoutSecret } from './shown-once.ts'

export const replay = (answer: Answer): CallResponse => ({
  status: answer.status,
  headers: { 'Idempotency-Replayed': 'true' },
  ...(answer.body ? { text: answer.body } : {}),
})

/** Returns the answer to store and the response. If they are equal, they share one JSON text. */
const written = async (
  { secret }: Attempt,
  response: CallResponse,
  turns: Turns,
): Promise<{ kept: Answer; response: CallResponse }> => {
  const { status, body } = response
  if (body === undefined) return { kept: { status, body: '' }, response }
  const withheld = withoutSecret(body, secret)
  const text = await jsonText(withheld, turns)
  return { kept: { status, body: text }, response: withheld === body ? { ...response, text } : response }
}

/** Runs the handler, or replays the earlier answer. The record is stored in the handler's transaction. */
export const once = async (
  services: Services,
  { rows }: Transaction,
  attempt: Attempt | undefined,
  run: () => Promise<CallResponse>,
): Promise<CallResponse> => {
  if (!attempt) return run()
  const earlier = await earlierAnswer(services, rows, attempt)
  if (earlier.answer) return replay(earlier.answer)
  return kept(services, rows, attempt, await run(), earlier.isKnown)
}

/** Stores the answer in the transaction that produced it, and returns the response. */
export const kept = async (
  services: Services,
  rows: WritableRows,
  attempt: Attempt,
  answer: CallResponse,
  isKnown: boolean,
): Promise<CallResponse> => {
  const { kept, response } = await written(attempt, answer, rows)
  await keepAnswer(services, rows, attempt, kept, isKnown)
  return response
}

export interface Steps {
  /** The JSON plan is stored with the key before the work starts; a repeat follows it. */
  plan?: (() => Promise<unknown>) | undefined
  run(plan: unknown): Promise<CallResponse>
}

/** Keys with work running in this process. */
const runningKeys = new WeakMap<Services, Set<string>>()

/**
 * Stores the lease first and the answer last. Refusals, and all errors without a plan, release the key. After
 * a crash or other error, a repeat continues planned work at once; unplanned work waits for the lease.
 */
export const onceOutside = async (
  services: Services,
  attempt: Attempt | undefined,
  { plan, run }: Steps,
): Promise<CallResponse> => {
  if (!attempt) return run(await plan?.())
  const running = runningKeys.get(services) ?? new Set()
  runningKeys.set(services, running)
  const begin = (planned: unknown, mayBegin: boolean): Promise<Begun | undefined> =>
    services.store.write(async (rows) => {
      const earlier = await earlierAnswer(services, rows, attempt, running.has(attempt.id))
      if (earlier.answer) return { answer: earlier.answer, leaseUntil: 0 }
      if (earlier.plan === undefined && !mayBegin) return undefined
      const goal = earlier.plan ?? planned
      return { goal, leaseUntil: await beginInFlight(services, rows, attempt, earlier.isKnown, goal) }
    })
  // Look up an earlier answer or lease first: a new plan might be refused by now.
  const found = plan && (await begin(undefined, false))
  const { answer, goal, leaseUntil } = found ?? (await begin(await plan?.(), true))!
  if (answer) return replay(answer)
  running.add(attempt.id)
  try {
    const ended = await run(goal).catch(async (error: unknown) => {
      // Failed work, or work of another call, may still take effect. With a plan, a repeat has the same
      // result.
      const hasNoEffect = !found && error instanceof Problem && error.status < 500
      if (hasNoEffect || !plan) await services.store.write((rows) => forget(rows, attempt, leaseUntil))
      throw error
    })
    // If storing the answer fails, the lease stays: the work is done and must not be repeated at once.
    const { kept, response } = await written(attempt, ended, services.turns)
    await services.store.write((rows) => keepAnswer(services, rows, attempt, kept, true))
    return response
  } finally {
    running.delete(attempt.id)
  }
}

/** A call answered earlier, or holding the lease now. */
interface Begun {
  answer?: Answer
  goal?: unknown
  leaseUntil: number
}

import { Problem } from '../../kernel/errors.ts'
import type { Turns } from '../../ports/turns.ts'
import type { Transaction } from '../context.ts'
import { jsonText } from '../long-text.ts'
import type { CallResponse } from '../request.ts'
import type { Services } from '../services.ts'
import { type Answer, type Attempt, beginInFlight, earlierAnswer, forget, keepAnswer } from './idempotency.ts'
import { withoutSecret } from './shown-once.ts'

const replay = (answer: Answer): CallResponse => ({
  status: answer.status,
  headers: { 'Idempotency-Replayed': 'true' },
  ...(answer.body ? { text: answer.body } : {}),
})

/** What is kept of a response, and the response with its text, which is written once where both are the same. */
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

/** The handler and its idempotency record in one transaction: both are kept, or neither. */
export const once = async (
  services: Services,
  { rows }: Transaction,
  attempt: Attempt | undefined,
  run: () => Promise<CallResponse>,
): Promise<CallResponse> => {
  if (!attempt) return run()
  const earlier = await earlierAnswer(services, rows, attempt)
  if (earlier.answer) return replay(earlier.answer)
  const { kept, response } = await written(attempt, await run(), rows)
  await keepAnswer(services, rows, attempt, kept, earlier.isKnown)
  return response
}

/** Work outside a transaction. */
export interface Steps {
  /** What it sets out to do, as JSON: kept with the key before the work begins, so that whoever repeats it does the same. */
  plan?: (() => Promise<unknown>) | undefined
  run(plan: unknown): Promise<CallResponse>
}

/** The keys whose work this process has under way. */
const underWay = new WeakMap<Services, Set<string>>()

/**
 * The same around work outside a transaction: a lease first, the answer last, nothing where it was refused. Where a process died in
 * the middle, or failed, work with a plan goes on to the end that was planned, at once; other work begins anew when the lease is over.
 */
export const onceOutside = async (
  services: Services,
  attempt: Attempt | undefined,
  { plan, run }: Steps,
): Promise<CallResponse> => {
  if (!attempt) return run(await plan?.())
  const running = underWay.get(services) ?? new Set()
  underWay.set(services, running)
  const begin = (planned: unknown, mayBegin: boolean): Promise<Begun | undefined> =>
    services.store.write(async (rows) => {
      const earlier = await earlierAnswer(services, rows, attempt, running.has(attempt.id))
      if (earlier.answer) return { answer: earlier.answer, leaseUntil: 0 }
      if (earlier.plan === undefined && !mayBegin) return undefined
      const goal = earlier.plan ?? planned
      return { goal, leaseUntil: await beginInFlight(services, rows, attempt, earlier.isKnown, goal) }
    })
  // What is answered or begun is looked for first: a plan may be refused by now.
  const found = plan && (await begin(undefined, false))
  const { answer, goal, leaseUntil } = found ?? (await begin(await plan?.(), true))!
  if (answer) return replay(answer)
  running.add(attempt.id)
  try {
    const ended = await run(goal).catch(async (error: unknown) => {
      // What failed, or was begun by another, may have its effect yet: with a plan, a repeat goes on to the same one.
      const hasNoEffect = !found && error instanceof Problem && error.status < 500
      if (hasNoEffect || !plan) await services.store.write((rows) => forget(rows, attempt, leaseUntil))
      throw error
    })
    // Where this fails the lease stands until it ends: the work was done, and must not be done again at once.
    const { kept, response } = await written(attempt, ended, services.turns)
    await services.store.write((rows) => keepAnswer(services, rows, attempt, kept, true))
    return response
  } finally {
    running.delete(attempt.id)
  }
}

/** A call that is answered already, or that has the lease. */
interface Begun {
  answer?: Answer
  goal?: unknown
  leaseUntil: number
}

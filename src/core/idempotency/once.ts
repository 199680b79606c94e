import type { CallResponse } from '../call.ts'
import type { Transaction } from '../context.ts'
import type { Services } from '../services.ts'
import { type Answer, type Attempt, beginInFlight, earlierAnswer, forget, keepAnswer } from './idempotency.ts'

const replay = (answer: Answer): CallResponse => ({
  status: answer.status,
  headers: { 'Idempotency-Replayed': 'true' },
  ...(answer.body ? { body: JSON.parse(answer.body) } : {}),
})

const toAnswer = (response: CallResponse): Answer => ({
  status: response.status,
  body: response.body === undefined ? '' : JSON.stringify(response.body),
})

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
  const response = await run()
  await keepAnswer(services, rows, attempt, toAnswer(response), earlier.isKnown)
  return response
}

/** The same around work outside a transaction: a lease first, the answer last, nothing where it failed. */
export const onceOutside = async (
  services: Services,
  attempt: Attempt | undefined,
  run: () => Promise<CallResponse>,
): Promise<CallResponse> => {
  if (!attempt) return run()
  const earlier = await services.store.write(async (rows) => {
    const { answer, isKnown } = await earlierAnswer(services, rows, attempt)
    if (!answer) await beginInFlight(services, rows, attempt, isKnown)
    return answer
  })
  if (earlier) return replay(earlier)
  const response = await run().catch(async (error: unknown) => {
    await services.store.write((rows) => forget(rows, attempt))
    throw error
  })
  // Where this fails the lease stands until it ends: the work was done, and must not be done again at once.
  await services.store.write((rows) => keepAnswer(services, rows, attempt, toAnswer(response), true))
  return response
}

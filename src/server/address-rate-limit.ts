import type { ServerRequest } from 'srvx'
import { createRateCounter, rateHeaders } from '../core/engine/rate-limit.ts'
import type { Services } from '../core/engine/services.ts'
import { rateClasses } from '../core/kernel/config.ts'
import { problem } from '../core/kernel/errors.ts'
import { networkOf } from '../core/kernel/network.ts'
import type { ClientAddress } from './client-address.ts'
import { problemResponse } from './respond.ts'
import { serverProblems } from './sentences.ts'

/** Counts requests by the client's address where they belong to no API key. */
export interface AddressRates {
  /** The answer with its `RateLimit-*` headers, or a 429 instead of it. */
  counted(request: ServerRequest, requestId: string, answer: Response): Response
}

/**
 * Every response has `RateLimit-*` headers, also where there is no key to count for: an unknown key, a path
 * that does not exist, the API document. Calls with a valid key never count here, so that a stranger behind
 * the same proxy cannot use up other clients' requests. Each process counts for itself, so that a stranger
 * causes no work for the database.
 */
export const createAddressRates = (services: Services, addressOf: ClientAddress): AddressRates => {
  const rates = createRateCounter()
  return {
    counted(request, requestId, answer) {
      const state = rates.hit(networkOf(addressOf(request)), rateClasses.general, services.clock.now())
      const headers = rateHeaders(state)
      if (!state.allowed) {
        const said = serverProblems.say('rate_limited.address', { limit: state.limit })
        const refusal = { ...headers, 'Retry-After': String(state.resetSeconds) }
        return problemResponse(problem(said, { headers: refusal }), requestId)
      }
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
      return answer
    },
  }
}

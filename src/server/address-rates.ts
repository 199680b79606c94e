import type { ServerRequest } from 'srvx'
import { createRateCounter, rateHeaders } from '../core/engine/rate-limit/counter.ts'
import type { Services } from '../core/engine/services.ts'
import { problem } from '../core/kernel/errors.ts'
import { networkOf } from '../core/kernel/network.ts'
import { rateClasses } from '../core/kernel/rate-classes.ts'
import type { ClientAddress } from './client-address.ts'
import { problemResponse } from './respond.ts'

/** Counts, by the client's address, what no API key could be counted for. */
export interface AddressRates {
  /** The answer with its `RateLimit-*` headers, or a 429 in its place. */
  counted(request: ServerRequest, requestId: string, answer: Response): Response
}

/**
 * `RateLimit-*` stand on every response, also where there is no key to count for: an unknown key, a path that
 * leads nowhere, the API document. Calls with a valid key never count here, so that a stranger behind the
 * same proxy cannot use up anybody's minute. Each process counts for itself: a stranger must not cost the
 * database anything.
 */
export const createAddressRates = (services: Services, addressOf: ClientAddress): AddressRates => {
  const rates = createRateCounter()
  return {
    counted(request, requestId, answer) {
      const state = rates.hit(networkOf(addressOf(request)), rateClasses.general, services.clock.now())
      const headers = rateHeaders(state)
      if (!state.allowed) {
        const detail = `More than ${state.limit} requests without a valid API key in this minute from one address.`
        const refusal = { ...headers, 'Retry-After': String(state.resetSeconds) }
        return problemResponse(problem('rate_limited', detail, { headers: refusal }), requestId)
      }
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
      return answer
    },
  }
}

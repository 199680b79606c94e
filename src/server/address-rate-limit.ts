import type { ServerRequest } from 'srvx'
import { createRateCounter, rateLimitHeaders } from '../core/engine/rate-limit.ts'
import type { Services } from '../core/engine/services.ts'
import { problem } from '../core/kernel/errors.ts'
import { networkOf } from '../core/kernel/network.ts'
import { rateClasses } from '../core/kernel/rate-classes.ts'
import type { ClientAddress } from './client-address.ts'
import { visitLimits } from './limits.ts'
import { problemResponse } from './respond.ts'
import { serverProblems } from './sentences.ts'

/** Counts requests by client address if they belong to no API key. */
export interface AddressRates {
  /** Returns the response with `RateLimit-*` headers, or a 429. Files of the portal have a limit of their own. */
  counted(request: ServerRequest, requestId: string, answer: Response, isFile?: boolean): Response
}

/**
 * Adds `RateLimit-*` headers to responses without a key to count for: an unknown key, an unknown path, the
 * API document. Calls with a valid key never count here, so that strangers behind the same proxy can't use up
 * other clients' requests. Each process counts for itself, so that strangers cause no database load.
 */
export const createAddressRates = (services: Services, addressOf: ClientAddress): AddressRates => {
  const rates = createRateCounter()
  return {
    counted(request, requestId, answer, isFile = false) {
      const network = networkOf(addressOf(request))
      const [key, limit] = isFile ? [`file|${network}`, visitLimits.files] : [network, rateClasses.general]
      const state = rates.hit(key, limit, services.clock.now())
      const headers = rateLimitHeaders(state)
      if (!state.allowed) {
        const sentence = serverProblems.sentence('rate_limited.address', { limit: state.limit })
        const refusal = { ...headers, 'Retry-After': String(state.resetSeconds) }
        return problemResponse(problem(sentence, { headers: refusal }), requestId)
      }
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
      return answer
    },
  }
}

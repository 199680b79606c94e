import type { H3Event } from 'h3'
import { Problem, problem } from '../core/errors.ts'
import { rateClasses } from '../core/rate-limit/classes.ts'
import { createRateCounter, rateHeaders } from '../core/rate-limit/counter.ts'
import type { Services } from '../core/services.ts'
import { requestIdOf } from './request.ts'
import { problemResponse } from './respond.ts'

/** What a route that people reach without a key is given; the headers belong on its answer. */
export interface Visit {
  event: H3Event
  requestId: string
  headers: Readonly<Record<string, string>>
}

/** Makes handlers of pages outside `/v1`, counted in class `public` for the client's address, all of them together. */
export const createPublicRoutes = (services: Services) => {
  const rates = createRateCounter()
  return (visit: (visit: Visit) => Promise<Response>) =>
    async (event: H3Event): Promise<Response> => {
      const requestId = requestIdOf(event.req, services.ids)
      const rate = rates.hit(event.req.ip ?? '', rateClasses.public, services.clock.now())
      const headers = { 'Cache-Control': 'no-store', ...rateHeaders(rate) }
      try {
        if (rate.allowed) return await visit({ event, requestId, headers })
        throw problem('rate_limited', `More than ${rate.limit} requests in this minute from one address.`, {
          headers: { 'Retry-After': String(rate.resetSeconds) },
        })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { code, message, headers: own } = error
        return problemResponse(problem(code, message, { headers: { ...headers, ...own } }), requestId)
      }
    }
}
export type PublicRoutes = ReturnType<typeof createPublicRoutes>

import type { H3Event } from 'h3'
import { Problem, problem, storageUnavailable } from '../core/errors.ts'
import { StoreUnavailable } from '../core/ports/store.ts'
import { rateClasses } from '../core/rate-limit/classes.ts'
import { rateHeaders } from '../core/rate-limit/counter.ts'
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
export const createPublicRoutes =
  (services: Services) =>
  (visit: (visit: Visit) => Promise<Response>) =>
  async (event: H3Event): Promise<Response> => {
    const requestId = requestIdOf(event.req, services.ids)
    let headers: Record<string, string> = { 'Cache-Control': 'no-store' }
    try {
      const caller = `${event.req.ip ?? ''}|pages`
      const rate = await services.rateCounter.hit(caller, rateClasses.public, services.clock.now())
      headers = { ...headers, ...rateHeaders(rate) }
      if (rate.allowed) return await visit({ event, requestId, headers })
      throw problem('rate_limited', `More than ${rate.limit} requests in this minute from one address.`, {
        headers: { 'Retry-After': String(rate.resetSeconds) },
      })
    } catch (error) {
      const known = error instanceof StoreUnavailable ? storageUnavailable(error) : error
      if (!(known instanceof Problem)) throw error
      const { code, message, headers: own } = known
      return problemResponse(problem(code, message, { headers: { ...headers, ...own } }), requestId)
    }
  }
export type PublicRoutes = ReturnType<typeof createPublicRoutes>

import type { H3Event } from 'h3'
import { storageUnavailable } from '../../core/engine/pipeline.ts'
import { createRateCounter, rateLimitHeaders } from '../../core/engine/rate-limit.ts'
import type { Services } from '../../core/engine/services.ts'
import { Problem, problem } from '../../core/kernel/errors.ts'
import { networkOf } from '../../core/kernel/network.ts'
import type { Messages } from '../../core/messages/opt-out.gen.ts'
import { StoreUnavailable } from '../../core/ports/store.ts'
import type { ClientAddress } from '../client-address.ts'
import { requestIdOf } from '../request.ts'
import { plainResponse, problemResponse } from '../respond.ts'
import { serverProblems } from '../sentences.ts'
import { escapeHtml, htmlPage, pageHeaders } from './html.ts'
import { visitorTexts } from './visitor-language.ts'

export interface Visit {
  event: H3Event
  requestId: string
  headers: Readonly<Record<string, string>>
  /** The visitor's network address. */
  address: string
}

/**
 * Returns a factory of handlers for pages outside `/v1`, each limited to `limit` requests per minute and
 * client network. Each process counts for itself, so that strangers cause no database load. Refused visitors
 * get a page instead of a problem.
 */
export const createPublicRoutes = (services: Services, addressOf: ClientAddress) => {
  const rates = createRateCounter()
  return (kind: string, limit: number, visit: (visit: Visit) => Promise<Response>) =>
    async (event: H3Event): Promise<Response> => {
      const requestId = requestIdOf(event.req, services.ids)
      const address = addressOf(event.req)
      const rate = rates.hit(`${kind}|${networkOf(address)}`, limit, services.clock.now())
      const headers = { 'Cache-Control': 'no-store', ...rateLimitHeaders(rate) }
      try {
        if (rate.allowed) return await visit({ event, requestId, headers, address })
        throw problem(serverProblems.sentence('rate_limited.visitors'), {
          headers: { 'Retry-After': String(rate.resetSeconds) },
        })
      } catch (error) {
        const known = error instanceof StoreUnavailable ? storageUnavailable(error) : error
        if (!(known instanceof Problem)) throw error
        const { code, status, headers: own } = known
        const all = { ...headers, ...own }
        if (code === 'rate_limited' || status >= 500) {
          return visitorsPage(services, { event, requestId, headers: all }, status, (texts) => ({
            title: texts.busyTitle,
            text: texts.busy,
          }))
        }
        return problemResponse(problem(known.sentence, { headers: all }), requestId)
      }
    }
}
export type PublicRoutes = ReturnType<typeof createPublicRoutes>

/** Renders a page with one paragraph in the language of the piece, if one is known, or else the visitor's. */
export const visitorsPage = async (
  { log }: Pick<Services, 'log'>,
  { event, requestId, headers, locale = null }: Omit<Visit, 'address'> & { locale?: string | null },
  status: number,
  textOf: (texts: Messages) => { title: string; text: string },
): Promise<Response> => {
  const accepted = event.req.headers.get('accept-language')
  const { language, texts } = await visitorTexts(log, { locale, accepted })
  const { title, text } = textOf(texts)
  const html = htmlPage(language, title, `<p>${escapeHtml(text)}</p>`)
  return plainResponse(requestId, status, html, {
    ...headers,
    ...pageHeaders,
    'Content-Language': language,
    Vary: 'Accept-Language',
  })
}

import type { H3, H3Event } from 'h3'
import type { Core } from '../../core/app/index.ts'
import { createRateCounter } from '../../core/engine/rate-limit.ts'
import type { Services } from '../../core/engine/services.ts'
import { isCode, recordScan, type Scanned, targetOf } from '../../core/features/tracking/scan.ts'
import { problem } from '../../core/kernel/errors.ts'
import { networkOf } from '../../core/kernel/network.ts'
import { StoreUnavailable } from '../../core/ports/store.ts'
import { visitLimits } from '../limits.ts'
import { decodeParameter } from '../request.ts'
import { plainResponse, problemResponse } from '../respond.ts'
import { serverProblems } from '../sentences.ts'
import { type PublicRoutes, type Visit, visitorsPage } from './public-routes.ts'

/**
 * Mounts `GET /q/{code}`, the target of printed QR codes. Counts the scan and redirects to the Postflow's
 * URL. Stores the client's address only if the organisation wants that. Errors are pages, because visitors
 * see them. A scan that can't be counted is redirected anyway.
 */
export const mountTracking = (app: H3, { services }: Core, route: PublicRoutes): void => {
  const counted = createRateCounter()
  const scan = async (code: string, address: string): Promise<Scanned | undefined> => {
    const key = `${networkOf(address)}|${code.toUpperCase()}`
    if (!counted.hit(key, visitLimits.countedScans, services.clock.now()).allowed)
      return targetOf(services, code)
    try {
      return await recordScan(services, code, address)
    } catch (error) {
      if (error instanceof StoreUnavailable) return targetOf(services, code)
      throw error
    }
  }
  const redirect = route('scans', visitLimits.scans, async (visit) => {
    const { event, requestId, headers, address } = visit
    // A preview that requests only headers is not a scan.
    if (event.req.method === 'HEAD') return plainResponse(requestId, 200, null, headers)
    const code = decodeParameter(event.context.params?.code ?? '') ?? ''
    const scanned = isCode(code) ? await scan(code, address) : undefined
    if (!scanned) return unknownCode(services, visit)
    const { targetUrl, locale = null } = scanned
    if (targetUrl === null) {
      return visitorsPage(services, { ...visit, locale }, 200, (texts) => ({
        title: texts.noTargetTitle,
        text: texts.noTarget,
      }))
    }
    return plainResponse(requestId, 302, null, { ...headers, Location: targetUrl })
  })
  // Printed URLs are upper case, which makes QR codes smaller.
  for (const path of ['/q/:code', '/Q/:code']) app.get(path, redirect)
}

/** Programs accept JSON. All others get a page: not every phone's reader declares that it accepts HTML. */
const isProgram = (event: H3Event): boolean => {
  const accept = event.req.headers.get('accept') ?? ''
  return accept.includes('json') && !accept.includes('text/html')
}

const unknownCode = async (services: Services, visit: Visit): Promise<Response> =>
  isProgram(visit.event)
    ? problemResponse(
        problem(serverProblems.sentence('not_found.code'), { headers: visit.headers }),
        visit.requestId,
      )
    : visitorsPage(services, visit, 404, (texts) => ({ title: texts.unknownTitle, text: texts.unknown }))

import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import type { Core } from '../../core/app/index.ts'
import { notFound } from '../../core/kernel/errors.ts'
import type { AddressRates } from '../address-rate-limit.ts'
import { page, pageHeaders } from '../pages/html.ts'
import { requestIdOf } from '../request.ts'
import { codingOf, plainResponse, problemResponse } from '../respond.ts'
import type { PackedFile } from './pack.ts'

/** Routes of the portal, for 405 and OPTIONS. */
export const portalRoutes = ['/', '/portal', '/portal/{path...}'] as const

const notBuilt = page('The portal has not been built', [
  'This server runs from its sources, and the portal has not been built yet: run `npm run build:portal`.',
  'The API works anyway; `/docs` describes it.',
])

/**
 * Mounts the portal. `/` redirects to it, `/portal/assets/…` are the built files, and every other path below
 * `/portal` serves the page, which routes in the browser. Reads nothing before the first visit.
 */
export const mountPortal = (app: H3, core: Core, rates: AddressRates): void => {
  const { ids } = core.services
  const serve = (answer: typeof file) => async (event: H3Event) => {
    const requestId = requestIdOf(event.req, ids)
    const response = await answer(event, requestId)
    return rates.counted(event.req, requestId, response, isAsset(event) && response.status < 400)
  }
  app.get(
    '/',
    serve(async (_event, requestId) => plainResponse(requestId, 302, null, { Location: '/portal' })),
  )
  app.get('/portal', serve(file))
  app.get('/portal/**', serve(file))
}

/** Files with a hash in their names; all other paths serve the page. */
const isAsset = (event: H3Event): boolean => event.url.pathname.startsWith('/portal/assets/')

const file = async (event: H3Event, requestId: string): Promise<Response> => {
  const { headersOf, portalPack } = await import('./pack.ts')
  const pack = await portalPack()
  if (!pack) return plainResponse(requestId, 503, notBuilt, pageHeaders)
  const name = event.url.pathname.slice('/portal/'.length)
  const found: PackedFile | undefined = Object.hasOwn(pack.files, name) ? pack.files[name] : undefined
  if (isAsset(event) && !found) return problemResponse(notFound('file'), requestId)
  const packed = found ?? pack.files['index.html']!
  const headers = {
    'X-Request-Id': requestId,
    'Content-Type': packed.type,
    ETag: packed.etag,
    Vary: 'Accept-Encoding',
    ...headersOf(found ? name : 'index.html', packed),
  }
  if (event.req.headers.get('if-none-match') === packed.etag) {
    return new FastResponse(null, { status: 304, headers })
  }
  const coding = codingOf(event.req)
  const body = await pack.bodyOf(packed, coding)
  return new FastResponse(body, {
    status: 200,
    headers: {
      ...headers,
      'Content-Length': String(body.length),
      ...(coding ? { 'Content-Encoding': coding } : {}),
    },
  })
}

import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import type { Core } from '../../core/app/index.ts'
import type { AddressRates } from '../address-rate-limit.ts'
import { createDocument } from '../document.ts'
import { requestIdOf } from '../request.ts'
import { codingOf, inflated, plainResponse } from '../respond.ts'

/** Routes of the documentation, for 405 and OPTIONS. */
export const docsRoutes = ['/docs', '/docs/rapidoc.js', '/llms.txt'] as const

/** The script changes with the program's version, which its URL doesn't contain. */
const cache = 'public, max-age=3600'

/** Mounts `/docs`, a viewer of the API document, and `/llms.txt`, its text. Loaded on first request. */
export const mountDocs = (app: H3, core: Core, rates: AddressRates): void => {
  const { ids } = core.services
  const serve =
    (answer: (event: H3Event, requestId: string) => Promise<Response>) =>
    async (event: H3Event): Promise<Response> => {
      const requestId = requestIdOf(event.req, ids)
      return rates.counted(event.req, requestId, await answer(event, requestId))
    }
  app.get(
    '/docs',
    serve(async (_event, requestId) => {
      const { docsHeaders, docsPage } = await import('./viewer.ts')
      return plainResponse(requestId, 200, docsPage, docsHeaders)
    }),
  )
  app.get('/docs/rapidoc.js', serve(script))
  const text = createDocument('text/plain; charset=utf-8', async () => {
    const { llmsText } = await import('./llms.ts')
    return llmsText(await core.registry.operations(), core.services.config)
  })
  app.get(
    '/llms.txt',
    serve(({ req }, requestId) => text(req, requestId)),
  )
}

/** Serves the script compressed as stored, or decompressed for clients that don't accept gzip. */
const script = async (event: H3Event, requestId: string): Promise<Response> => {
  const { viewerScript } = await import('./viewer.ts')
  const compressed = await viewerScript()
  const takesGzip = codingOf(event.req, ['gzip']) !== undefined
  const body = takesGzip ? compressed : await inflated(compressed)
  return new FastResponse(body, {
    status: 200,
    headers: {
      'X-Request-Id': requestId,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': cache,
      'Content-Length': String(body.length),
      Vary: 'Accept-Encoding',
      ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
  })
}

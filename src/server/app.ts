import { H3, type H3Event, type HTTPError } from 'h3'
import type { Core } from '../core/app/index.ts'
import { apiPrefix } from '../core/engine/operation.ts'
import { notFound, problem } from '../core/kernel/errors.ts'
import { createAddressRates } from './address-rate-limit.ts'
import { createClientAddress } from './client-address.ts'
import { refuseLargeHead } from './connections.ts'
import { docsRoutes, mountDocs } from './docs/routes.ts'
import { createDocument } from './document.ts'
import { createHostCheck } from './host-check.ts'
import { type MetricsOptions, mountHealth, mountMetrics } from './monitoring.ts'
import { pageHeaders } from './pages/html.ts'
import { mountOptOut } from './pages/opt-out.ts'
import { problemPage } from './pages/problems.ts'
import { createPublicRoutes } from './pages/public-routes.ts'
import { mountTracking } from './pages/tracking.ts'
import { mountPortal, portalRoutes } from './portal/routes.ts'
import { requestIdOf } from './request.ts'
import { addSecurityHeaders, plainResponse, problemResponse } from './respond.ts'
import { createRouteTable, mountOperations, type RouteTable } from './routes.ts'
import { serverProblems } from './sentences.ts'

/** Options of the HTTP surface. */
export interface AppOptions {
  /** True while the server drains: `/readyz` then answers 503 and connections are closed. */
  draining?(): boolean
  /** Serves `/metrics`; without it the path doesn't exist. */
  metrics?: MetricsOptions | undefined
  /** Proxies (CIDR) whose `Forwarded` and `X-Forwarded-For` are trusted. Clients behind others are one. */
  trustedProxies?: readonly string[] | undefined
  /** False disables the portal. */
  portal?: boolean | undefined
}

/** The HTTP surface of a core, for any runtime and framework with `Request` and `Response`. */
export interface App {
  /** Answers every request, valid or not; never throws. */
  fetch(request: Request): Response | Promise<Response>
}

/** Routes besides the operations. */
const ownRoutes = [
  '/healthz',
  '/readyz',
  '/problems/{code}',
  '/q/{code}',
  '/Q/{code}',
  `${apiPrefix}/meta/openapi.json`,
  ...docsRoutes,
]

/** Creates the HTTP surface: operations, pages, API document. The framework is an internal detail. */
export const createApp = (core: Core, options: AppOptions = {}): App => {
  const { ids, log } = core.services
  const addressOf = createClientAddress(options.trustedProxies ?? [], log)
  const rates = createAddressRates(core.services, addressOf)
  const routes = createRouteTable([
    ...core.registry.routes.map(({ method, path }) => ({ method, path: apiPrefix + path })),
    ...ownRoutes.map((path) => ({ method: 'GET', path })),
    ...(options.portal === false ? [] : portalRoutes.map((path) => ({ method: 'GET', path }))),
    ...['/o/{code}', '/O/{code}'].flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path }))),
  ])
  const draining = () => options.draining?.() ?? false
  const app = new H3({
    silent: true,
    onError(error, event) {
      const requestId = requestIdOf(event.req, ids)
      if (error.unhandled) log.error('request failed', { requestId, path: event.url.pathname, error })
      return rates.counted(event.req, requestId, withoutRoute(error, event, routes, requestId))
    },
    onResponse(response) {
      addSecurityHeaders(response.headers, core.services.config.baseUrl)
      // Kept-alive connections would delay the end of the process.
      if (draining()) response.headers.set('Connection', 'close')
    },
  })
  if ('Bun' in globalThis) app.use(({ req }) => refuseLargeHead(req, ids))
  app.use(createHostCheck(core.services, rates, addressOf))
  mountOperations(app, core, rates, addressOf)
  mountHealth(app, core, draining)
  if (options.metrics) mountMetrics(app, core, options.metrics)
  const publicRoute = createPublicRoutes(core.services, addressOf)
  mountTracking(app, core, publicRoute)
  mountOptOut(app, core, publicRoute)
  app.get('/problems/:code', (event) => {
    const requestId = requestIdOf(event.req, ids)
    const body = problemPage(event.context.params?.code ?? '')
    if (body === undefined) return problemResponse(notFound('problem type'), requestId)
    return plainResponse(requestId, 200, body, pageHeaders)
  })
  mountDocs(app, core, rates)
  if (options.portal !== false) mountPortal(app, core, rates)
  const document = createDocument('application/json', () => apiDocument(core))
  // HEAD is mounted explicitly: otherwise the operations' wildcard would match it.
  for (const method of ['GET', 'HEAD'] as const) {
    app.on(method, `${apiPrefix}/meta/openapi.json`, async ({ req }) => {
      const requestId = requestIdOf(req, ids)
      return rates.counted(req, requestId, await document(req, requestId))
    })
  }
  return app
}

/** Loaded and generated on the first request. */
const apiDocument = async (core: Core): Promise<string> => {
  const { createOpenApi } = await import('./openapi/document.ts')
  return JSON.stringify(await createOpenApi(await core.registry.operations()))
}

/** Answers requests without a route (404, 405 and OPTIONS) and unexpected errors (500). */
const withoutRoute = (error: HTTPError, event: H3Event, routes: RouteTable, requestId: string): Response => {
  if (error.status >= 500) {
    return problemResponse(problem(serverProblems.sentence('internal_error.unexpected')), requestId)
  }
  // h3 answers 400 for broken escapes in the path: no resource has such a path.
  const methods = error.status === 400 ? [] : routes.methodsOf(event.url.pathname)
  if (methods.length === 0) {
    return problemResponse(problem(serverProblems.sentence('not_found.address')), requestId)
  }
  const Allow = methods.join(', ')
  if (event.req.method === 'OPTIONS') return plainResponse(requestId, 204, null, { Allow })
  return problemResponse(
    problem(serverProblems.sentence('method_not_allowed', { allowed: Allow }), { headers: { Allow } }),
    requestId,
  )
}

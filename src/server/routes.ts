import { H3, type H3Event } from 'h3'
import type { Core } from '../core/app/index.ts'
import { apiPrefix, type Operation } from '../core/engine/operation.ts'
import { notFound } from '../core/kernel/errors.ts'
import type { AddressRates } from './address-rate-limit.ts'
import { BodiesInProgress } from './bodies-in-progress.ts'
import type { ClientAddress } from './client-address.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { byteSource, decodeParameter, queryOf, readJsonBody, requestIdOf } from './request.ts'
import { problemResponse, toHttp } from './respond.ts'

/** Mounts every operation under `/v1`. Creates their router on the first request, to keep the start short. */
export const mountOperations = (app: H3, core: Core, rates: AddressRates, addressOf: ClientAddress): void => {
  let api: H3 | undefined
  app.all(`${apiPrefix}/**`, (event) => {
    api ??= createApi(core, rates, addressOf)
    return api.handler(event)
  })
}

const createApi = (core: Core, rates: AddressRates, addressOf: ClientAddress): H3 => {
  const api = new H3()
  const cookies = createCookies(() => core.services.config.baseUrl, addressOf)
  const bodies = new BodiesInProgress()
  for (const { id, method, path } of core.registry.routes) {
    let operation: Operation | undefined
    api.on(method, apiPrefix + path.replace(/\{(\w+)\}/g, ':$1'), async (event) => {
      operation ??= (await core.registry.get(id))!
      return runOperation(core, { rates, cookies, bodies }, operation, event)
    })
  }
  return api
}

const runOperation = async (
  core: Core,
  { rates, cookies, bodies }: { rates: AddressRates; cookies: Cookies; bodies: BodiesInProgress },
  operation: Operation,
  event: H3Event,
): Promise<Response> => {
  const request = event.req
  const requestId = requestIdOf(request, core.services.ids)
  const params: Record<string, string> = {}
  for (const [name, raw] of Object.entries(event.context.params ?? {})) {
    const value = decodeParameter(raw)
    if (value === undefined) {
      return rates.counted(request, requestId, problemResponse(notFound('resource'), requestId))
    }
    params[name] = value
  }
  const began = performance.now()
  const header = (name: string) => request.headers.get(name) ?? undefined
  const answer = await core.call({
    operation,
    params,
    query: queryOf(event.url.search),
    body: (callerId) =>
      callerId === undefined
        ? readJsonBody(request, operation, core.services.turns)
        : bodies.during(callerId, (arriving) =>
            readJsonBody(request, operation, core.services.turns, arriving),
          ),
    bytes: (callerId) =>
      byteSource(request, callerId === undefined ? undefined : () => bodies.begin(callerId)),
    headers: {
      authorization: header('authorization'),
      organisationId: header('x-organisation-id'),
      mode: header('x-mode'),
      idempotencyKey: header('idempotency-key'),
      ifMatch: header('if-match'),
    },
    header,
    client: cookies.clientOf(request),
    requestId,
  })
  core.services.meter.time(
    'lettershop_request_seconds',
    { operation: operation.id, status: String(answer.status) },
    (performance.now() - began) / 1000,
  )
  // Writing a long response takes time as well.
  await core.services.turns.rest()
  const response = await toHttp(answer, request, core.services.turns)
  if (answer.session) {
    for (const value of cookies.toHeaders(answer.session)) response.headers.append('Set-Cookie', value)
    // Browsers may cache pictures of letters for an hour, but not longer than the session.
    if (answer.session.sessionToken === null) response.headers.set('Clear-Site-Data', '"cache"')
  }
  // Without these headers, the call was not counted for a key.
  return 'RateLimit-Limit' in answer.headers ? response : rates.counted(request, requestId, response)
}

/** The methods of paths, for 405 and OPTIONS. */
export interface RouteTable {
  methodsOf(path: string): readonly string[]
}

export const createRouteTable = (routes: readonly { method: string; path: string }[]): RouteTable => {
  // Created on the first request without a route, to keep the start short.
  let patterns: { method: string; pattern: RegExp }[] | undefined
  return {
    methodsOf(path) {
      patterns ??= routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }))
      const methods = new Set(
        patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
      )
      if (methods.size === 0) return []
      if (methods.has('GET')) methods.add('HEAD')
      methods.add('OPTIONS')
      return [...methods].sort()
    },
  }
}

/** `{name}` matches one path segment, `{name...}` the rest. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+(?:\\\.){3}\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  )

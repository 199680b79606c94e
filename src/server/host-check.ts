import type { H3Event } from 'h3'
import type { Services } from '../core/engine/services.ts'
import { problem } from '../core/kernel/errors.ts'
import type { AddressRates } from './address-rate-limit.ts'
import type { ClientAddress } from './client-address.ts'
import { requestIdOf } from './request.ts'
import { problemResponse } from './respond.ts'
import { serverProblems } from './sentences.ts'

/** Served under any host name: probes use the address, and printed codes may have an earlier name. */
const byAnyName = /^\/(?:(?:healthz|readyz|metrics)$|[qo]\/)/i

/**
 * Refuses requests for other host names than that of an https base URL with 421: they come from DNS rebinding
 * or a proxy that serves any name. Returns undefined for allowed requests.
 */
export const createHostCheck = (services: Services, rates: AddressRates, addressOf: ClientAddress) => {
  let known = { baseUrl: '', host: '' }
  return ({ req, url }: H3Event): Response | undefined => {
    const { baseUrl } = services.config
    // An in-process Request has no Host header; its host is that of its URL.
    const host = req.headers.get('host') ?? (req.runtime ? null : url.host)
    if (byAnyName.test(url.pathname)) return undefined
    if (host === null) {
      const requestId = requestIdOf(req, services.ids)
      const refusal = problem(serverProblems.sentence('malformed_request.no_host'))
      return rates.counted(req, requestId, problemResponse(refusal, requestId))
    }
    if (!baseUrl.startsWith('https:')) return undefined
    if (known.baseUrl !== baseUrl) known = { baseUrl, host: new URL(baseUrl).host }
    // The default port of https is allowed.
    if (host.toLowerCase().replace(/:443$/, '') === known.host) return undefined
    const requestId = requestIdOf(req, services.ids)
    const refusal = problem(serverProblems.sentence('host_refused', { host: known.host }))
    const answer = rates.counted(req, requestId, problemResponse(refusal, requestId))
    if (answer.status === refusal.status) {
      services.security.note({
        event: 'host_refused',
        subject: host || 'none',
        address: addressOf(req),
        requestId,
      })
    }
    return answer
  }
}

import type { ServerRequest } from 'srvx'
import type { Client, SessionChange } from '../core/engine/caller.ts'
import type { ClientAddress } from './client-address.ts'

/** Portal session cookies. Scripts can't read and other sites can't send them (docs/design/users.md). */
export interface Cookies {
  /** Returns the client of a request. */
  clientOf(request: ServerRequest): Client
  /** Returns the `Set-Cookie` headers for starting or ending a session. */
  toHeaders(change: SessionChange): string[]
}

/** How long a browser is remembered after a sign-in. */
const deviceMaxAgeSeconds = 365 * 24 * 3600

/** `baseUrl` is read on each request, because a free port is known only after listening. */
export const createCookies = (baseUrl: () => string, addressOf: ClientAddress): Cookies => ({
  clientOf: (request) => {
    const secure = isSecure(baseUrl())
    const cookies = parseCookies(request.headers.get('cookie'))
    return {
      // A getter, because it takes a system call and only sessions and public operations need it.
      get address() {
        return addressOf(request)
      },
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
      sessionToken: cookies.get(nameOf('session', secure)),
      deviceToken: cookies.get(nameOf('device', secure)),
      origin: originOf(request, baseUrl()),
    }
  },
  toHeaders({ sessionToken, maxAgeSeconds, deviceToken }) {
    const secure = isSecure(baseUrl())
    const session = cookie(nameOf('session', secure), sessionToken ?? '', maxAgeSeconds, secure)
    if (deviceToken === undefined) return [session]
    return [session, cookie(nameOf('device', secure), deviceToken, deviceMaxAgeSeconds, secure)]
  },
})

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

/** `__Host-` prevents sibling hosts from setting the cookie; browsers accept it with https only. */
const nameOf = (what: 'session' | 'device', secure: boolean): string =>
  `${secure ? '__Host-' : ''}lettershop_${what}`

const cookie = (name: string, value: string, maxAgeSeconds: number, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** Keeps the first cookie of each name, because browsers send the most specific one first. */
const parseCookies = (header: string | null): Map<string, string> => {
  const cookies = new Map<string, string>()
  for (const part of header?.split(';') ?? []) {
    const [, name, value] = /^\s*([\w-]{1,64})=([\w-]{1,200})\s*$/.exec(part) ?? []
    if (name !== undefined && value !== undefined && !cookies.has(name)) cookies.set(name, value)
  }
  return cookies
}

/**
 * Determines the origin from the browser's headers. Without these, a custom header, which no form can send,
 * proves that the request comes from a script of this site.
 */
const originOf = (request: ServerRequest, baseUrl: string): Client['origin'] => {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return 'cross-site'
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwn(origin, request.headers.get('host'), baseUrl)) return 'cross-site'
  return request.headers.get('x-csrf-protection') === '1' ? 'own' : 'unproven'
}

const isOwn = (origin: string, host: string | null, baseUrl: string): boolean => {
  if (origin === new URL(baseUrl).origin) return true
  // Without https the server may have several names; the cookie is bound to the one that the browser used.
  return !isSecure(baseUrl) && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Headers of every answer that sets none of its own: the browser must take the content for what it is
 * declared to be, load and frame nothing, and tell the address to no other site, because it may be a page's
 * only protection.
 */
const everywhere: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
]

/** A year. It is set without `includeSubDomains`, because other services may live below the host. */
const strictTransport = 'max-age=31536000'

/** Adds the headers to an answer; an answer with a policy of its own keeps it. */
export const addSecurityHeaders = (headers: Headers, baseUrl: string): void => {
  for (const [name, value] of everywhere) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (baseUrl.startsWith('https:')) headers.set('Strict-Transport-Security', strictTransport)
}

/**
 * What every answer tells a browser, unless it says something narrower itself: take the content for what it is called, load
 * and frame nothing, and tell no other site the address, which may be all that protects a page.
 */
const everywhere: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
]

/** A year. Without `includeSubDomains`: what else lives below the host is not for this server to say. */
const strictTransport = 'max-age=31536000'

/** Adds them to an answer; one that has a policy of its own keeps it. */
export const addSecurityHeaders = (headers: Headers, baseUrl: string): void => {
  for (const [name, value] of everywhere) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (baseUrl.startsWith('https:')) headers.set('Strict-Transport-Security', strictTransport)
}

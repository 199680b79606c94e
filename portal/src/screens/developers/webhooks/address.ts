import type { Schemas } from '../../../api/client.ts'

/** Whether a text is a URL with protocol and host; the server decides whether it is allowed. */
export const isWhole = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]/i.test(text) && URL.canParse(text)

/** Returns a path as a URL on the current URL's server; trims any other text. */
export const completed = (text: string, present: string | undefined): string => {
  const typed = text.trim()
  const isEnd = present !== undefined && typed.startsWith('/') && !typed.startsWith('//')
  return isEnd && URL.canParse(present) ? new URL(typed, present).href : typed
}

/** Returns an example of the complete URL for a partial one. */
export const exampleOf = (text: string, present: string | undefined): string => {
  const part = text.trim().replace(/^([a-z]+:)?\/+/i, '')
  const base = present && URL.canParse(present) ? present : 'https://shop.example/lettershop'
  if (part === '') return base
  // A text that begins with a host lacks only the protocol.
  const whole = /^[^/]*[.:]/.test(part) ? `${new URL(base).protocol}//${part}` : `/${part}`
  return URL.canParse(whole, base) ? new URL(whole, base).href : base
}

/** Whether an attempt used this URL, apart from the query, which isn't stored; true if it has no URL. */
export const usedUrl = ({ url }: Schemas['DeliveryAttempt'], present: string): boolean =>
  url === null || url === present.replace(/[?#].*$/, '')

const located = /^The endpoint redirects to (\S+); redirects are not followed\./
const addresses = /https?:\/\/[^\s"'<>()[\]{}]+|(?<![\w./:<])\/[A-Za-z0-9][^\s"'<>()[\]{}]*/g
/** Removes punctuation that ends a sentence. */
const withoutStop = (text: string): string => text.replace(/[.,;:!?]+$/, '')
/** Returns the domain that stays when a receiver moves to another host: two labels, or an IP address. */
const domainOf = ({ hostname }: URL): string =>
  /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')

/**
 * Returns the complete URL suggested by a response: the redirect's, or the only one in its text. Ignores the
 * current URL, and URLs in the text with another domain, such as a manual's.
 */
export const addressIn = (attempt: Schemas['DeliveryAttempt'], present: string): string | undefined => {
  if (!URL.canParse(present)) return undefined
  const here = new URL(present)
  const location = located.exec(attempt.detail ?? '')?.[1]
  const text = attempt.responseBody ?? ''
  // HTML pages contain too many unrelated paths.
  const named = location ? [location] : /<\w/.test(text) ? [] : (text.match(addresses) ?? []).map(withoutStop)
  const found = named
    .filter((one) => URL.canParse(one, present))
    .map((one) => new URL(one, present))
    .filter((one) => ['http:', 'https:'].includes(one.protocol))
    .filter((one) => location !== undefined || domainOf(one) === domainOf(here))
    .filter((one) => one.origin !== here.origin || one.pathname !== here.pathname)
  const [only, ...others] = new Set(found.map(({ href }) => href))
  return others.length === 0 ? only : undefined
}

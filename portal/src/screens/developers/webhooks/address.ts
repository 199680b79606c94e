import type { Schemas } from '../../../api/client.ts'

/** True where nothing is missing at the beginning of an address; whether it may be called the server says. */
export const isWhole = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]/i.test(text) && URL.canParse(text)

/** A whole address; one that begins with a slash is the end of it, at the server of the present one. */
export const completed = (text: string, present: string | undefined): string => {
  const typed = text.trim()
  const isEnd = present !== undefined && typed.startsWith('/') && !typed.startsWith('//')
  return isEnd && URL.canParse(present) ? new URL(typed, present).href : typed
}

/** What the whole address might be of which this is a part, as an example. */
export const exampleOf = (text: string, present: string | undefined): string => {
  const part = text.trim().replace(/^([a-z]+:)?\/+/i, '')
  const base = present && URL.canParse(present) ? present : 'https://shop.example/lettershop'
  if (part === '') return base
  // What begins with a host lacks only what stands before that.
  const whole = /^[^/]*[.:]/.test(part) ? `${new URL(base).protocol}//${part}` : `/${part}`
  return URL.canParse(whole, base) ? new URL(whole, base).href : base
}

/** True where an attempt went to this address; the query is not kept with it, and earlier attempts have none. */
export const wentTo = ({ url }: Schemas['DeliveryAttempt'], present: string): boolean =>
  url === null || url === present.replace(/[?#].*$/, '')

const located = /^The endpoint redirects to (\S+); redirects are not followed\./
const addresses = /https?:\/\/[^\s"'<>()[\]{}]+|(?<![\w./:<])\/[A-Za-z0-9][^\s"'<>()[\]{}]*/g
/** The end of a sentence is no part of an address. */
const withoutStop = (text: string): string => text.replace(/[.,;:!?]+$/, '')
/** The part of a host that stays the same when a program moves within its domain. */
const domainOf = ({ hostname }: URL): string =>
  /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')

/**
 * The address to which an answer points, made whole: the one of a redirect, else the only one that its text
 * names. An address elsewhere in the text, such as that of a manual, is none.
 */
export const addressIn = (attempt: Schemas['DeliveryAttempt'], present: string): string | undefined => {
  if (!URL.canParse(present)) return undefined
  const here = new URL(present)
  const location = located.exec(attempt.detail ?? '')?.[1]
  const text = attempt.responseBody ?? ''
  // A page for people is full of paths that mean something else.
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

import ipaddr from 'ipaddr.js'
import type { Said } from '../../core/kernel/sentences.ts'
import { type AddressGuard, type AddressPolicy, createAddressGuard } from './address-guard.ts'
import { urlSentences } from './sentences.ts'

const { say } = urlSentences

/** The whole address check of webhooks, without Node's built-ins: the in-memory sender applies it too. */
export interface TargetPolicy {
  /** Why the URL is refused as it is written; undefined when it may be tried. */
  refuse(url: string): Said | undefined
  /** For the addresses that a name resolves to. */
  guard: AddressGuard
}

const MAX_URL_LENGTH = 2048

export const createTargetPolicy = (policy: AddressPolicy): TargetPolicy => {
  const guard = createAddressGuard(policy)
  return { guard, refuse: (text) => refuseText(text) ?? refuseUrl(new URL(text), policy, guard) }
}

const refuseText = (text: string): Said | undefined => {
  if (text.length > MAX_URL_LENGTH) return say('url_refused.long')
  // A URL parser corrects these silently, and the stored URL would differ from the one that is called.
  if (/[\s\p{Cc}\\]/u.test(text)) return say('url_refused.characters')
  if (!URL.canParse(text)) return say('url_refused.incomplete')
  return undefined
}

const refuseUrl = (url: URL, policy: AddressPolicy, guard: AddressGuard): Said | undefined => {
  if (url.protocol === 'http:' && !policy.allowInsecure) {
    return say(isLoopback(bareHost(url.hostname)) ? 'url_refused.local' : 'url_refused.https')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return say('url_refused.https')
  if (url.username !== '' || url.password !== '') {
    return say('url_refused.credentials')
  }
  if (url.port === '0') return say('url_refused.port')
  const addressKind = literalKind(url.hostname, guard)
  return addressKind === undefined ? undefined : say('url_refused.address', { addressKind })
}

/** RFC 6761: `localhost` and names below it are loopback, even where a resolver says otherwise. */
const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

const isLoopback = (host: string): boolean =>
  isLoopbackName(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/**
 * The URL parser has already turned decimal, octal, hexadecimal and short IPv4 spellings into the usual one.
 */
const literalKind = (hostname: string, guard: AddressGuard): string | undefined => {
  const host = bareHost(hostname)
  if (ipaddr.isValid(host)) return guard(host)
  if (!isLoopbackName(host)) return undefined
  return guard('127.0.0.1') && guard('::1')
}

/** Without the brackets of IPv6 and without the dot of the root domain. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')

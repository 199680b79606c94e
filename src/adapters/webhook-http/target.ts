import ipaddr from 'ipaddr.js'
import { type AddressGuard, type AddressPolicy, createAddressGuard } from './address-guard.ts'

/** The whole address check of webhooks, without Node's built-ins: the in-memory sender applies it too. */
export interface TargetPolicy {
  /** Why the URL is refused as it is written, as a sentence; undefined when it may be tried. */
  refuse(url: string): string | undefined
  /** For the addresses that a name resolves to. */
  guard: AddressGuard
}

const MAX_URL_LENGTH = 2048

export const createTargetPolicy = (policy: AddressPolicy): TargetPolicy => {
  const guard = createAddressGuard(policy)
  return { guard, refuse: (text) => refuseText(text) ?? refuseUrl(new URL(text), policy, guard) }
}

const refuseText = (text: string): string | undefined => {
  if (text.length > MAX_URL_LENGTH) return 'The URL is longer than 2,048 characters.'
  // A URL parser corrects these silently, and the stored URL would differ from the one that is called.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'The URL contains a space, a backslash or a control character.'
  if (!URL.canParse(text)) return 'This is not a complete URL, such as https://example.com/webhooks.'
  return undefined
}

const refuseUrl = (url: URL, policy: AddressPolicy, guard: AddressGuard): string | undefined => {
  if (url.protocol === 'http:' && !policy.allowInsecure) return 'The URL must begin with https://.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The URL must begin with https://.'
  if (url.username !== '' || url.password !== '') {
    return 'The URL contains a user name or password; verify the signature of the webhook instead.'
  }
  if (url.port === '0') return 'The port of the URL must be between 1 and 65535.'
  const kind = literalKind(url.hostname, guard)
  return kind && `The URL points to a ${kind} address, which webhooks may not reach.`
}

/**
 * The URL parser has already turned decimal, octal, hexadecimal and short IPv4 spellings into the usual one.
 */
const literalKind = (hostname: string, guard: AddressGuard): string | undefined => {
  const host = bareHost(hostname)
  if (ipaddr.isValid(host)) return guard(host)
  // RFC 6761: these names are loopback, even where a resolver says otherwise.
  if (host !== 'localhost' && !host.endsWith('.localhost')) return undefined
  return guard('127.0.0.1') && guard('::1')
}

/** Without the brackets of IPv6 and without the dot of the root domain. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')

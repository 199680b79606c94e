import ipaddr from 'ipaddr.js'
import type { Sentence } from '../../core/kernel/sentences.ts'
import { urlSentences } from './sentences.ts'

export interface AddressPolicy {
  /** For development: allows `http:` and loopback addresses. */
  allowInsecure: boolean
  /** Networks that the operator allows, such as `10.20.0.0/16`. */
  allowCidrs: readonly string[]
}

/** Returns the kind of forbidden address (`private`, `loopback`, …); undefined if it is allowed. */
export type AddressGuard = (address: string) => string | undefined

/** Kinds of addresses by ipaddr.js's range. Only public addresses (`unicast`) are allowed. */
const KINDS: Readonly<Record<string, string>> = {
  private: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  rfc6052: 'NAT64',
  rfc6145: 'NAT64',
  '6to4': '6to4',
  teredo: 'Teredo',
}
/** Public IPv6. Ranges that ipaddr.js doesn't know are outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Azure's metadata and wire server, the only cloud metadata service at a public address. */
const PUBLIC_METADATA = '168.63.129.16'

/** Creates the guard of a policy. Throws if one of its networks is not in CIDR notation. */
export const createAddressGuard = (policy: AddressPolicy): AddressGuard => {
  const allowed = policy.allowCidrs.map((cidr) => {
    if (!ipaddr.isValidCIDR(cidr))
      throw new Error(`Not a network in CIDR notation (such as 10.20.0.0/16): ${cidr}`)
    return ipaddr.parseCIDR(cidr)
  })
  return (address) => {
    const bare = address.replace(/%.*$/, '')
    if (!ipaddr.isValid(bare)) return 'unreadable'
    // An IPv4-mapped IPv6 address reaches the IPv4 host, so it counts as IPv4.
    const ip = ipaddr.process(bare)
    if (allowed.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits)))
      return undefined
    const range = ip.range()
    if (range === 'loopback' && policy.allowInsecure) return undefined
    if (ip.toString() === PUBLIC_METADATA) return 'metadata'
    if (ip instanceof ipaddr.IPv6 && isIsatap(ip)) return 'ISATAP'
    const isPublic = range === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST))
    return isPublic ? undefined : (KINDS[range] ?? 'reserved')
  }
}

/** Whether the interface identifier has an IPv4 address, which a tunnel would unpack (RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe

const { sentence } = urlSentences

/** The address check of webhooks, without Node's built-ins because the in-memory sender shares it. */
export interface TargetPolicy {
  /** Returns why a URL is refused; undefined if it is allowed before its name is resolved. */
  refuse(url: string): Sentence | undefined
  /** Checks the addresses that a name resolves to. */
  guard: AddressGuard
}

const MAX_URL_LENGTH = 2048

export const createTargetPolicy = (policy: AddressPolicy): TargetPolicy => {
  const guard = createAddressGuard(policy)
  return { guard, refuse: (text) => refuseText(text) ?? refuseUrl(new URL(text), policy, guard) }
}

const refuseText = (text: string): Sentence | undefined => {
  if (text.length > MAX_URL_LENGTH) return sentence('url_refused.long')
  // The URL parser would silently correct these, so the stored and the requested URL would differ.
  if (/[\s\p{Cc}\\]/u.test(text)) return sentence('url_refused.characters')
  if (!URL.canParse(text)) return sentence('url_refused.incomplete')
  return undefined
}

const refuseUrl = (url: URL, policy: AddressPolicy, guard: AddressGuard): Sentence | undefined => {
  if (url.protocol === 'http:' && !policy.allowInsecure) {
    return sentence(isLoopback(bareHost(url.hostname)) ? 'url_refused.local' : 'url_refused.https')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return sentence('url_refused.https')
  if (url.username !== '' || url.password !== '') {
    return sentence('url_refused.credentials')
  }
  if (url.port === '0') return sentence('url_refused.port')
  const addressKind = literalKind(url.hostname, guard)
  return addressKind === undefined ? undefined : sentence('url_refused.address', { addressKind })
}

/** RFC 6761: `localhost` and its subdomains are loopback, whatever a resolver returns. */
const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

const isLoopback = (host: string): boolean =>
  isLoopbackName(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/** Checks a literal address or `localhost`. The URL parser has normalised other IPv4 notations. */
const literalKind = (hostname: string, guard: AddressGuard): string | undefined => {
  const host = bareHost(hostname)
  if (ipaddr.isValid(host)) return guard(host)
  if (!isLoopbackName(host)) return undefined
  return guard('127.0.0.1') && guard('::1')
}

/** Removes the brackets of IPv6 and the trailing dot of the root domain. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')

import ipaddr from 'ipaddr.js'
import type { Said } from '../../core/kernel/sentences.ts'
import { urlSentences } from './sentences.ts'

export interface AddressPolicy {
  /** Development only: allows `http:` and loopback addresses. */
  allowInsecure: boolean
  /** Networks that the operator opens for webhooks, such as `10.20.0.0/16`. */
  allowCidrs: readonly string[]
}

/**
 * What kind of forbidden address this is (`private`, `loopback`, …), or undefined when webhooks may go there.
 */
export type AddressGuard = (address: string) => string | undefined

/** Only addresses of the public internet pass: what ipaddr.js calls `unicast`. The rest has these names. */
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
/** All of IPv6 that is handed out for the public internet; what ipaddr.js does not know lies outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Azure's metadata and wire server, the only one of a cloud at a public address. */
const PUBLIC_METADATA = '168.63.129.16'

/** Throws when a network of the policy is not in CIDR notation. */
export const createAddressGuard = (policy: AddressPolicy): AddressGuard => {
  const allowed = policy.allowCidrs.map((cidr) => {
    if (!ipaddr.isValidCIDR(cidr))
      throw new Error(`Not a network in CIDR notation (such as 10.20.0.0/16): ${cidr}`)
    return ipaddr.parseCIDR(cidr)
  })
  return (address) => {
    const bare = address.replace(/%.*$/, '')
    if (!ipaddr.isValid(bare)) return 'unreadable'
    // An IPv4-mapped IPv6 address reaches the IPv4 host, so it is judged as that.
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

/**
 * An interface identifier that holds an IPv4 address, which a tunnel would unpack (RFC 5214), whatever
 * network it is in.
 */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe

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

import ipaddr from 'ipaddr.js'

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

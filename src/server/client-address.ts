import ipaddr from 'ipaddr.js'
import type { ServerRequest } from 'srvx'
import type { Log } from '../core/ports/system.ts'

/** Returns the client's address in canonical form; empty if the runtime doesn't provide it. */
export type ClientAddress = (request: ServerRequest) => string

export const proxiesOf = (trusted: readonly string[]) => {
  const networks = trusted.map(parseNetwork)
  return (text: string): boolean => {
    const address = addressOf(text)
    return address !== undefined && isIn(networks, address)
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** Maximum characters of `Forwarded` and `X-Forwarded-For` that are read; enough for about a hundred hops. */
export const longestForwarded = 4096

/**
 * Finds the client behind the trusted proxies (docs/design/security.md): the right-most address of
 * `Forwarded` or `X-Forwarded-For` that is not one of them. Ignores these headers from other addresses. Warns
 * once if a header arrives and no proxy is configured, because all clients behind that proxy then count as
 * one. Throws for an invalid network.
 */
export const createClientAddress = (trusted: readonly string[], log: Log): ClientAddress => {
  const networks = trusted.map(parseNetwork)
  let warned = false
  return ({ ip = '', headers }) => {
    const peer = addressOf(ip)
    const forwarded = headers.get('forwarded')
    const forwardedFor = headers.get('x-forwarded-for')
    if (!peer) return ip
    if (forwarded === null && forwardedFor === null) return peer.toString()
    if (!isIn(networks, peer)) {
      if (networks.length === 0 && !warned) {
        warned = true
        const message =
          'an untrusted proxy forwards requests: add it to --trusted-proxies, or all its clients count as one'
        log.warn(message, { peer: peer.toString() })
      }
      return peer.toString()
    }
    const found = [
      ...(forwarded === null ? [] : [walk(networks, peer, hopsOf(forwarded))]),
      ...(forwardedFor === null ? [] : [walk(networks, peer, lastOf(forwardedFor))]),
    ]
    // Proxies write one of the two headers and may pass on the other from the client, so both must agree.
    return found.every((address) => address === found[0]) ? found[0]! : peer.toString()
  }
}

/** Parses a CIDR network or a single address. Throws for any other text and for all addresses (/0). */
export const parseNetwork = (text: string): Network => {
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = addressOf(base)
  const width = address?.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? width : Number(bits)
  if (!address || length < 1 || length > width) {
    throw new Error(`“${text}” is not a network such as 127.0.0.1, 10.0.0.0/8 or fd00::/8.`)
  }
  return [address, length]
}

/** Parses an address in any notation, IPv4-mapped IPv6 as IPv4; undefined for any other text. */
const addressOf = (text: string): Address | undefined => {
  const bare = text.replace(/%.*$/s, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  return bare.includes(':') && ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined
}

const isIn = (networks: readonly Network[], address: Address): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

/** The last hops of `X-Forwarded-For`. What the client wrote before may be long and is irrelevant. */
const lastOf = (header: string): string[] => {
  const hops = header.slice(-longestForwarded).split(',')
  // The first may be cut off.
  return header.length > longestForwarded ? hops.slice(1) : hops
}

/**
 * Walks from the nearest hop outwards while each is a trusted proxy. If one reports no address (`unknown`, an
 * obfuscated name, nonsense), the client is the last known hop.
 */
const walk = (networks: readonly Network[], peer: Address, hops: readonly string[]): string => {
  let known = peer
  for (let at = hops.length - 1; at >= 0; at--) {
    const address = addressOf(withoutPort(hops[at]!.trim()))
    if (!address) break
    known = address
    if (!isIn(networks, address)) break
  }
  return known.toString()
}

/** Removes the port of `192.0.2.1:4711` and `[2001:db8::1]:4711` (RFC 7239, 6), not of bare IPv6. */
const withoutPort = (node: string): string => {
  const [, bracketed, plain] =
    /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::(?:\d{1,5}|_[\w.-]+))?$/.exec(node) ?? []
  return bracketed ?? plain ?? node
}

/** One `name=value` of `Forwarded` (RFC 7239, section 4), and the separator that follows it. */
const pair = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)")[ \t]*([;,]|$)/y

/** Returns the `for` value of each hop, the nearest last; empty if the header is malformed or too long. */
const hopsOf = (header: string): string[] => {
  if (header.length > longestForwarded) return []
  const hops: string[] = []
  let node: string | undefined
  pair.lastIndex = 0
  for (let end = ''; end !== '' || pair.lastIndex === 0; ) {
    const [, name, token, quoted, behind] = pair.exec(header) ?? []
    if (name === undefined || behind === undefined) return []
    if (name.toLowerCase() === 'for') {
      if (node !== undefined) return []
      node = token ?? quoted!.replace(/\\(.)/g, '$1')
    }
    end = behind
    if (end !== ';') {
      hops.push(node ?? '')
      node = undefined
    }
  }
  return hops
}

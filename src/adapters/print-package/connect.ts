import { connect, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createSystemResolve, guardedLookup, type Resolve } from '../webhook-http/lookup.ts'
import { type AddressGuard, bareHost, createAddressGuard } from '../webhook-http/target.ts'
import { PrinterUnusable } from './place.ts'

/** Where printers may be: on the public internet, and in networks that the server's settings allow. */
export interface PrinterNetwork {
  guard: AddressGuard
  lookup: ReturnType<typeof guardedLookup>
  /** Only the allowed networks, for connections in plain text. */
  plain?: PrinterNetwork
}

/** Creates the network. Private networks (CIDR) are allowed only by the server's settings, not by the API. */
export const printerNetwork = (
  allowCidrs: readonly string[],
  resolve: Resolve = createSystemResolve(),
): PrinterNetwork => {
  const guard = createAddressGuard({ allowInsecure: false, allowCidrs })
  const opened = createAddressGuard({ allowInsecure: false, allowCidrs })
  const closed = createAddressGuard({ allowInsecure: false, allowCidrs: [] })
  // An address that passes both guards is public, not one that an operator allowed.
  const plainGuard: AddressGuard = (address) =>
    opened(address) ??
    (closed(address) === undefined ? 'public (plain text is sent to allowed networks only)' : undefined)
  return {
    guard,
    lookup: guardedLookup(resolve, guard),
    plain: { guard: plainGuard, lookup: guardedLookup(resolve, plainGuard) },
  }
}

/** Returns why a literal address is forbidden; undefined if it is allowed or a name to resolve. */
export const forbiddenKind = (host: string, { guard }: Pick<PrinterNetwork, 'guard'>): string | undefined => {
  const bare = bareHost(host)
  if (ipaddr.isValid(bare)) return guard(bare)
  if (bare !== 'localhost' && !bare.endsWith('.localhost')) return undefined
  return guard('127.0.0.1') && guard('::1')
}

/** Suggests a value of `--printer-allow`: the /24 of a private IPv4 address, else one address. */
export const networkAround = (host: string): string => {
  const bare = bareHost(host)
  if (!ipaddr.isValid(bare)) return '127.0.0.1/32'
  const address = ipaddr.process(bare)
  if (address.kind() === 'ipv6') return `${address.toString()}/128`
  if (address.range() !== 'private') return `${address.toString()}/32`
  return `${address.toString().replace(/\.\d+$/, '.0')}/24`
}

export const notAllowed = (kind: string, host: string): string =>
  `a ${kind} address, which the settings of this server do not allow (--printer-allow ${networkAround(host)})`

/** Opens a connection to an address that passes the guard. Throws `PrinterUnusable`. */
export const connectGuarded = (
  host: string,
  port: number,
  network: PrinterNetwork,
  timeoutMs: number,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) =>
      reject(
        new PrinterUnusable(`The printer’s server ${host}:${port} cannot be reached (${reason}).`, { cause }),
      )
    const kind = forbiddenKind(host, network)
    if (kind !== undefined) {
      fail(notAllowed(kind, host))
      return
    }
    const socket = connect({ host: bareHost(host), port, lookup: network.lookup })
    const timer = setTimeout(() => {
      socket.destroy()
      fail('it does not respond')
    }, timeoutMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      fail(error.message, error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // Each request is small and waits for its response.
      socket.setNoDelay(true)
      resolve(socket)
    })
  })

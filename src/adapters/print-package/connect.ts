import { connect, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createSystemResolve, guardedLookup, type Resolve } from '../webhook-http/lookup.ts'
import { type AddressGuard, bareHost, createAddressGuard } from '../webhook-http/target.ts'
import { PrinterUnusable } from './place.ts'

/** Where printers may be: the public internet, and the networks that the server's settings open. */
export interface PrinterNetwork {
  guard: AddressGuard
  lookup: ReturnType<typeof guardedLookup>
  /** The opened networks alone, for what is sent in plain text. */
  plain?: PrinterNetwork
}

/** Private networks (CIDR) are opened by the settings of the server only, never by an operation. */
export const printerNetwork = (
  allowCidrs: readonly string[],
  resolve: Resolve = createSystemResolve(),
): PrinterNetwork => {
  const guard = createAddressGuard({ allowInsecure: false, allowCidrs })
  const opened = createAddressGuard({ allowInsecure: false, allowCidrs })
  const closed = createAddressGuard({ allowInsecure: false, allowCidrs: [] })
  // Public addresses are none that an operator opened; a private one that passes is.
  const plainGuard: AddressGuard = (address) =>
    opened(address) ??
    (closed(address) === undefined ? 'public (plain text goes to opened networks only)' : undefined)
  return {
    guard,
    lookup: guardedLookup(resolve, guard),
    plain: { guard: plainGuard, lookup: guardedLookup(resolve, plainGuard) },
  }
}

/** What kind of forbidden address a host is as it is written; undefined for one to be looked up. */
export const forbiddenKind = (host: string, { guard }: Pick<PrinterNetwork, 'guard'>): string | undefined => {
  const bare = bareHost(host)
  if (ipaddr.isValid(bare)) return guard(bare)
  if (bare !== 'localhost' && !bare.endsWith('.localhost')) return undefined
  return guard('127.0.0.1') && guard('::1')
}

/** What an operator would open for a printer there (`--printer-allow`): an office's network, else the address alone. */
export const networkAround = (host: string): string => {
  const bare = bareHost(host)
  if (!ipaddr.isValid(bare)) return '127.0.0.1/32'
  const address = ipaddr.process(bare)
  if (address.kind() === 'ipv6') return `${address.toString()}/128`
  if (address.range() !== 'private') return `${address.toString()}/32`
  return `${address.toString().replace(/\.\d+$/, '.0')}/24`
}

/** Why nothing is sent to an address as it is written. */
export const notAllowed = (kind: string, host: string): string =>
  `a ${kind} address, which the settings of this server do not allow (--printer-allow ${networkAround(host)})`

/** Opens a connection to an address that the guard has seen. Throws `PrinterUnusable`. */
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
      fail('it does not answer')
    }, timeoutMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      fail(error.message, error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // Each request is small and waits for its answer.
      socket.setNoDelay(true)
      resolve(socket)
    })
  })

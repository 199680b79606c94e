import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressGuard } from './target.ts'

/** Resolves a name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Thrown if a name has only forbidden addresses. */
export class AddressRefused extends Error {}
/** Thrown if a name can't be resolved or has no address. */
export class NameNotResolved extends Error {}

/**
 * Returns the system's resolver. Concurrent lookups of a name share one: lookups run on a few threads that
 * file access needs too, and a name whose server hangs must not occupy them all.
 */
export const createSystemResolve = (): Resolve => {
  const running = new Map<string, Promise<LookupAddress[]>>()
  return (hostname) => {
    const shared = running.get(hostname)
    if (shared) return shared
    const started = new Promise<LookupAddress[]>((resolve, reject) => {
      systemLookup(hostname, { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      )
    }).finally(() => running.delete(hostname))
    running.set(hostname, started)
    return started
  }
}

/** Passes only checked addresses to the socket, against DNS rebinding. Not called for literal addresses. */
export const guardedLookup = (resolve: Resolve, guard: AddressGuard): LookupFunction => {
  return (hostname, options, callback) => {
    const answer = async () => {
      const addresses = await resolve(hostname).catch((error: Error) => {
        throw new NameNotResolved(`${hostname} could not be resolved (${codeOf(error)}).`)
      })
      const reachable = addresses.filter(({ address }) => guard(address) === undefined)
      if (reachable[0]) return reachable as [LookupAddress, ...LookupAddress[]]
      if (!addresses[0]) throw new NameNotResolved(`${hostname} has no address.`)
      // Omits the address, because the reader may be probing an internal name server.
      throw new AddressRefused(
        `${hostname} resolves to a ${guard(addresses[0].address)} address, which webhooks may not reach.`,
      )
    }
    answer().then(
      (addresses) => {
        if (options.all) callback(null, addresses)
        else callback(null, addresses[0].address, addresses[0].family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../core/kernel/network.ts'
import { connectionLimits } from './limits.ts'

/**
 * Keeps clients from using up a server's connections, as far as the runtime allows it (Node; Bun closes slow
 * ones by itself and counts none). Proxies may open any number, because all visitors come through them.
 */
export const limitConnections = (server: Server, isProxy: (address: string) => boolean): void => {
  server.maxConnections = connectionLimits.all
  // RFC 9110 lets a server ignore an expectation that it does not know; Node would answer a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > connectionLimits.perAddress) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

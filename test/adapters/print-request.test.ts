import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { printerNetwork } from '../../src/adapters/print-package/connect.ts'
import { PrinterUnusable } from '../../src/adapters/print-package/place.ts'
import { NoAnswer, send } from '../../src/adapters/print-package/request.ts'

const loopback = printerNetwork(['127.0.0.0/8'])
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server that handles each connection as scripted. */
const serverThat = async (treat: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    treat(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    return once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

test('a server that accepts connections and never begins TLS times out', async () => {
  const port = await serverThat(() => {})
  const request = { url: new URL(`https://127.0.0.1:${port}/in`), method: 'GET' }
  const refused = send(request, loopback, 50)
  await expect(refused).rejects.toThrow(PrinterUnusable)
  await expect(refused).rejects.toThrow('it took too long')
})

test('a silent server leaves the outcome of a request unknown', async () => {
  const port = await serverThat((socket) => void socket.resume())
  const request = { url: new URL(`http://127.0.0.1:${port}/in`), method: 'GET' }
  // Long enough for a connection to this machine, however busy it is.
  await expect(send(request, loopback, 1000)).rejects.toThrow(NoAnswer)
})

test('a response that stops halfway times out', async () => {
  const port = await serverThat((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'))
  })
  const request = { url: new URL(`http://127.0.0.1:${port}/in`), method: 'GET' }
  await expect(send(request, loopback, 50)).rejects.toThrow('it took too long')
})

test('a complete response is read, regardless of the timer', async () => {
  const port = await serverThat((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 202 Accepted\r\nContent-Length: 4\r\n\r\ndone'))
  })
  const request = { url: new URL(`http://127.0.0.1:${port}/in`), method: 'GET' }
  const { status, body } = await send(request, loopback)
  expect([status, Buffer.from(body).toString()]).toEqual([202, 'done'])
})

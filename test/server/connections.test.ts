import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectionLimits } from '../../src/server/limits.ts'
import { request, startTestServer } from '../support/http.ts'

/** Opens concurrent connections to the server; returns those that it did not close. */
const connections = async (url: string, count: number): Promise<Socket[]> => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}))
  // Each sends a request, so that nothing is counted before the server has decided.
  const decided = sockets.map(
    (socket) =>
      new Promise<boolean>((resolve) => {
        socket.once('data', () => resolve(true)).once('close', () => resolve(false))
        socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      }),
  )
  const isOpen = await Promise.all(decided)
  return sockets.filter((_, index) => isOpen[index])
}

// Bun does not expose its connections (docs/limits.md).
test.skipIf('Bun' in globalThis)(
  'one address may have five hundred connections; further ones are closed',
  async () => {
    const server = await startTestServer()
    const open = await connections(server.url, connectionLimits.perAddress)
    expect(open).toHaveLength(connectionLimits.perAddress)
    expect(await connections(server.url, 3)).toEqual([])
    // A closed connection makes room for another.
    open[0]!.destroy()
    await expect.poll(async () => (await connections(server.url, 1)).length).toBe(1)
    for (const socket of open) socket.destroy()
    await server.close()
  },
)

test('a trusted proxy may have any number', async () => {
  const server = await startTestServer({}, { trustedProxies: ['127.0.0.1'] })
  const open = await connections(server.url, connectionLimits.perAddress + 1)
  expect(open).toHaveLength(connectionLimits.perAddress + 1)
  expect((await request(`${server.url}/healthz`)).status).toBe(200)
  for (const socket of open) socket.destroy()
  await server.close()
})

test('a connection is kept alive for longer than proxies keep theirs', async () => {
  const server = await startTestServer()
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const text = await answer
  // Bun doesn't report it; its connections have the same timeout.
  if (!('Bun' in globalThis)) expect(text).toMatch(/^keep-alive: timeout=130$/im)
  expect(text).not.toMatch(/^connection: close$/im)
  socket.destroy()
  await server.close()
})

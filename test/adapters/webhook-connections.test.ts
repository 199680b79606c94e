import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { request } from '../contract/webhook-sender.ts'
import { listen, OK, open } from '../support/webhook-http.ts'

const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }]

describe('kept connections', () => {
  it('serve the next request to the same endpoint', async () => {
    const listener = await listen((socket) => socket.write(OK))
    const sender = open()
    for (let n = 0; n < 5; n++) {
      expect(await sender.send(request(`http://127.0.0.1:${listener.port}/`))).toMatchObject({ status: 200 })
    }
    expect(listener.requests).toHaveLength(5)
    expect(listener.connections()).toBe(1)
  })

  it('broken by the endpoint are no failure: the next event uses a new one', async () => {
    let served = 0
    const listener = await listen((socket) => {
      served++
      // The second request on the kept connection finds it closed by the server.
      if (served === 2) socket.destroy()
      else socket.write(OK)
    })
    const sender = open()
    const url = `http://127.0.0.1:${listener.port}/`
    expect(await sender.send(request(url))).not.toHaveProperty('detail')
    // The endpoint may have read the request before closing, so the log reports a possible duplicate.
    expect(await sender.send(request(url))).toMatchObject({
      status: 200,
      detail: expect.stringMatching(/^Sent twice: a reused connection broke/),
    })
    expect([served, listener.connections()]).toEqual([3, 2])
  })

  it.each<[string, (socket: Socket) => void]>([
    ['never answers', () => {}],
    ['never ends its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\n')],
    ['never ends its body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\npart')],
    ['sends more than is kept', (socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2000)}`)],
    [
      'changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
  ])('do not outlive an endpoint that %s', async (_name, answer) => {
    const closed = Promise.withResolvers<void>()
    const listener = await listen((socket) => {
      socket.on('close', () => closed.resolve())
      answer(socket)
    })
    await open().send(request(`http://127.0.0.1:${listener.port}/`, { timeoutMs: 1000 }))
    // The endpoint sees the end while the sender itself stays open.
    await closed.promise
  })

  it('serve a burst with one connection for each concurrent request', async () => {
    const listener = await listen((socket) => socket.write(OK))
    const sender = open()
    const burst = () =>
      Promise.all(
        Array.from({ length: 40 }, () => sender.send(request(`http://127.0.0.1:${listener.port}/`))),
      )
    for (let n = 0; n < 5; n++) await burst()
    expect(listener.requests).toHaveLength(200)
    expect(listener.connections()).toBeLessThanOrEqual(40)
  })

  it('are limited to 256 idle ones for all endpoints', async () => {
    const listener = await listen((socket) => socket.write(OK))
    const sender = open({ resolve: toLoopback })
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        sender.send(request(`http://hooks${n}.test:${listener.port}/`, { timeoutMs: 60_000 })),
      ),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    while (listener.open() > 256) await new Promise((resolve) => setImmediate(resolve))
    expect(listener.open()).toBe(256)
    // A reused connection is not idle, and may be kept again.
    await sender.send(request(`http://hooks0.test:${listener.port}/`))
    expect(listener.connections()).toBe(300)
  })

  it('of others do not wait for a hanging endpoint', async () => {
    const hanging = await listen(() => {})
    const listener = await listen((socket) => socket.write(OK))
    const sender = open()
    const stuck = Array.from({ length: 30 }, () =>
      sender.send(request(`http://127.0.0.1:${hanging.port}/`, { timeoutMs: 400 })),
    )
    const outcome = await sender.send(request(`http://127.0.0.1:${listener.port}/`))
    expect(outcome.status).toBe(200)
    expect((await Promise.all(stuck)).map(({ error }) => error)).toEqual(Array(30).fill('timeout'))
  })
})

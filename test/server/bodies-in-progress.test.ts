import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { arrivingLimits, BodiesInProgress } from '../../src/server/bodies-in-progress.ts'
import { request, startTestServer, type TestServer } from '../support/http.ts'

const codeOf = (body: () => unknown) => {
  try {
    body()
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('bodies in transit', () => {
  test('are limited in number for each caller until one has ended', () => {
    const bodies = new BodiesInProgress()
    const begun = Array.from({ length: arrivingLimits.bodies }, () => bodies.begin('key_1'))
    expect(codeOf(() => bodies.begin('key_1'))).toBe('rate_limited')
    expect(codeOf(() => bodies.begin('key_2'))).toBe('taken')
    begun[0]!.done()
    expect(codeOf(() => bodies.begin('key_1'))).toBe('taken')
  })

  test('are limited in total size for each caller', () => {
    const bodies = new BodiesInProgress()
    const one = bodies.begin('key_1')
    one.arriving.add(arrivingLimits.callerBytes - 1)
    const other = bodies.begin('key_1')
    other.arriving.add(1)
    expect(codeOf(() => other.arriving.add(1))).toBe('rate_limited')
    one.done()
    expect(codeOf(() => other.arriving.add(arrivingLimits.callerBytes - 1))).toBe('taken')
  })

  test('are limited in total size for all callers', () => {
    const bodies = new BodiesInProgress()
    const full = arrivingLimits.bytes / arrivingLimits.callerBytes
    const begun = Array.from({ length: full }, (_, n) => bodies.begin(`key_${n}`))
    for (const { arriving } of begun) arriving.add(arrivingLimits.callerBytes)
    const late = bodies.begin('key_late')
    expect(codeOf(() => late.arriving.add(1))).toBe('rate_limited')
    begun[0]!.done()
    expect(codeOf(() => late.arriving.add(1))).toBe('taken')
  })

  test('no longer count when reading one failed', async () => {
    const bodies = new BodiesInProgress()
    for (let n = 0; n <= arrivingLimits.bodies; n++) {
      const reading = bodies.during('key_1', async ({ add }) => {
        add(arrivingLimits.callerBytes)
        throw new Error('cut off')
      })
      await expect(reading).rejects.toThrow('cut off')
    }
  })
})

describe('over HTTP', () => {
  let server: TestServer | undefined
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await server?.close()
  })

  /** Begins a request whose body does not end; resolves once its first byte was sent. */
  const begin = (url: string, key: string) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname, () => {
        const head = `POST /v1/advertising-categories HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
        socket.write(head, () => resolve())
      })
      socket.on('error', reject)
      sockets.push(socket)
    })

  test('a caller whose bodies do not end is refused, and others are answered', async () => {
    server = await startTestServer()
    const { key } = server.as()
    const { url } = server
    for (let n = 0; n < arrivingLimits.bodies; n++) await begin(url, key)
    const send = (authorization: string) =>
      request(`${url}/v1/advertising-categories`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: '{}',
      })
    const refused = await send(`Bearer ${key}`)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect([refused.headers.get('retry-after'), refused.body.detail]).toEqual([
      '5',
      expect.stringContaining('already sending'),
    ])
    const other = await server.shop.key('live', 'all')
    expect((await send(`Bearer ${other}`)).status).toBe(422)
  })
})

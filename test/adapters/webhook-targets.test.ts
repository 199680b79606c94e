import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryWebhookSender } from '../../src/adapters/memory/webhook-sender.ts'
import { guardedLookup } from '../../src/adapters/webhook-http/lookup.ts'
import type { WebhookHttpOptions } from '../../src/adapters/webhook-http/sender.ts'
import { createAddressGuard } from '../../src/adapters/webhook-http/target.ts'
import { request } from '../contract/webhook-sender.ts'
import { testCertificate } from '../support/certificate.ts'
import { hostileAnswers, hostileHosts, hostileUrls } from '../support/hostile-targets.ts'
import { listenRaw } from '../support/raw-listener.ts'
import { listen as listenWith, open as openSender } from '../support/webhook-http.ts'

/** Closes after every response, so that each delivery opens a connection. */
const listen = (options?: { tls?: boolean }) => {
  const answer = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  return listenWith((socket) => socket.end(answer), options)
}

const open = (options: Partial<WebhookHttpOptions> = {}) => openSender({ allowInsecure: false, ...options })

describe('hostile targets are not reached', () => {
  it.each(hostileHosts)('https://%s', async (host) => {
    const listener = await listen()
    const sender = open({
      resolve: async () => {
        throw new Error('A literal must not be resolved.')
      },
    })
    const url = `https://${host}:${listener.port}/`
    expect(sender.refuse(url)?.message).toMatch(
      /^The URL points to an? [\w\d -]+ address, which webhooks may not reach\.$/,
    )
    expect(createMemoryWebhookSender().refuse(url)).toEqual(sender.refuse(url))
    expect(await sender.send(request(url))).toMatchObject({ error: 'address_refused', responseBody: '' })
    expect(listener.connections()).toBe(0)
  })

  it('a table of more than eighty', () => {
    expect(new Set(hostileHosts).size).toBe(hostileHosts.length)
    expect(hostileHosts.length).toBeGreaterThan(80)
  })

  it.each(hostileUrls(0).map((url, place) => [url, place] as const))('%j', async (_url, place) => {
    const listener = await listen()
    const sender = open({
      resolve: async () => {
        throw new Error('Nothing here must be resolved.')
      },
    })
    const url = hostileUrls(listener.port)[place]!
    expect(sender.refuse(url)?.message).toMatch(/^(The|This) .+\.$/)
    expect(createMemoryWebhookSender().refuse(url)).toEqual(sender.refuse(url))
    expect(await sender.send(request(url))).toMatchObject({ error: 'address_refused', responseBody: '' })
    expect(listener.connections()).toBe(0)
  })

  it.each(hostileAnswers)('a name that resolves to %s', async (address) => {
    const listener = await listen()
    const sender = open({ resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] })
    const url = `https://hooks.test:${listener.port}/`
    expect(sender.refuse(url)).toBeUndefined()
    const outcome = await sender.send(request(url))
    expect(outcome).toMatchObject({
      error: 'address_refused',
      detail: expect.stringMatching(/^hooks\.test resolves to a /),
    })
    expect(outcome.detail).not.toContain(address)
    expect(listener.connections()).toBe(0)
  })

  it('the same listener is reached once the operator allows it, so silence above means refusal', async () => {
    const listener = await listen({ tls: true })
    const outcome = await open({ allowCidrs: ['127.0.0.0/8'] }).send(
      request(`https://127.0.0.1:${listener.port}/`),
    )
    expect(outcome.error).toBe('tls')
    expect(listener.connections()).toBe(1)
  })

  it('a name that moves to a forbidden address after its first delivery (DNS rebinding)', async () => {
    const listener = await listen({ tls: true })
    const answers = ['127.0.0.1', '127.0.0.2']
    const sender = open({
      allowCidrs: ['127.0.0.1/32'],
      ca: testCertificate.cert,
      resolve: async () => [{ address: answers.shift() ?? 'none left', family: 4 }],
    })
    const url = `https://hooks.test:${listener.port}/`
    expect((await sender.send(request(url))).status).toBe(200)
    expect((await sender.send(request(url))).error).toBe('address_refused')
    expect(answers).toEqual([])
    expect(listener.connections()).toBe(1)
  })
})

/** Two addresses of this machine on one port: an operator allows the first, the second must see nothing. */
const twoListeners = async (answer?: string) => {
  const text = answer ?? 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  const allowed = await listenRaw((socket) => socket.end(text), { tls: true, host: '127.0.0.1' })
  const forbidden = await listenRaw((socket) => socket.end(text), {
    tls: true,
    host: '127.0.0.2',
    port: allowed.port,
  })
  onTestFinished(async () => {
    await allowed.close()
    await forbidden.close()
  })
  const sender = (resolve: NonNullable<WebhookHttpOptions['resolve']>) =>
    open({ allowCidrs: ['127.0.0.1/32'], ca: testCertificate.cert, resolve })
  return { allowed, forbidden, sender, url: `https://hooks.test:${allowed.port}/` }
}
const v4 = (address: string) => ({ address, family: 4 })

describe('names with several answers', () => {
  it.each([
    ['the forbidden one first', ['127.0.0.2', '127.0.0.1']],
    ['the forbidden one last', ['127.0.0.1', '127.0.0.2']],
    ['between forbidden ones', ['127.0.0.2', '10.0.0.1', '127.0.0.1', '169.254.169.254', '127.0.0.2']],
  ])('%s: connects to the allowed address only', async (_order, answers) => {
    const { allowed, forbidden, sender, url } = await twoListeners()
    expect((await sender(async () => answers.map(v4)).send(request(url))).status).toBe(200)
    expect([allowed.connections(), forbidden.connections()]).toEqual([1, 0])
  })

  it('tries no other address if the allowed one refuses the connection', async () => {
    const { allowed, forbidden, sender, url } = await twoListeners()
    await allowed.close()
    const outcome = await sender(async () => ['127.0.0.1', '127.0.0.2'].map(v4)).send(request(url))
    expect(outcome.error).toBe('connect')
    expect(forbidden.connections()).toBe(0)
  })

  it('an answer that changes between check and connection: resolves once and connects to the checked address', async () => {
    const { allowed, forbidden, sender, url } = await twoListeners()
    let lookups = 0
    const resolve = async () => [v4(lookups++ === 0 ? '127.0.0.1' : '127.0.0.2')]
    expect((await sender(resolve).send(request(url))).status).toBe(200)
    expect([lookups, allowed.connections(), forbidden.connections()]).toEqual([1, 1, 0])
  })

  it('the answer passed to the socket cannot be changed after the check', async () => {
    const { allowed, forbidden, sender, url } = await twoListeners()
    const answers = [v4('127.0.0.1')]
    const outcome = sender(async () => {
      queueMicrotask(() => queueMicrotask(() => answers.splice(0, 1, v4('127.0.0.2'))))
      return answers
    }).send(request(url))
    await outcome
    expect(forbidden.connections()).toBe(0)
    expect(allowed.connections()).toBeLessThanOrEqual(1)
  })

  it.each([301, 302, 303, 307, 308])('a %i to a forbidden address is not followed', async (status) => {
    for (const location of ['https://127.0.0.2:', '//127.0.0.2:', 'https://hooks2.test:']) {
      const redirect = (port: number) =>
        `HTTP/1.1 ${status} Away\r\nLocation: ${location}${port}/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
      const { allowed, forbidden, sender, url } = await twoListeners(redirect(1))
      const names: string[] = []
      const outcome = await sender(async (name) => {
        names.push(name)
        return [v4(name === 'hooks.test' ? '127.0.0.1' : '127.0.0.2')]
      }).send(request(url))
      expect(outcome).toMatchObject({ status, error: 'redirect' })
      expect([names, allowed.connections(), forbidden.connections()]).toEqual([['hooks.test'], 1, 0])
    }
  })
})

describe('a name with several addresses', () => {
  const lookUp = (addresses: string[], all: boolean) => {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const lookup = guardedLookup(resolve, createAddressGuard({ allowInsecure: false, allowCidrs: [] }))
    return new Promise((done) => lookup('hooks.test', { all }, (error, found) => done(error ?? found)))
  }

  it('connects to the public ones only', async () => {
    const mixed = ['127.0.0.1', '93.184.216.34', 'fd00::1', '2606:4700::1111']
    expect(await lookUp(mixed, true)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(await lookUp(mixed, false)).toBe('93.184.216.34')
  })

  it('is refused when none is public', async () => {
    expect(await lookUp(['127.0.0.1', 'fd00::1'], true)).toBeInstanceOf(Error)
  })
})

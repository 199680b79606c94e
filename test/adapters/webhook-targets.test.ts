import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryWebhookSender } from '../../src/adapters/memory/webhook-sender.ts'
import { createAddressGuard } from '../../src/adapters/webhook-http/address-guard.ts'
import { guardedLookup } from '../../src/adapters/webhook-http/lookup.ts'
import { createWebhookSender, type WebhookHttpOptions } from '../../src/adapters/webhook-http/sender.ts'
import { request } from '../contract/webhook-sender.ts'
import { testCertificate } from '../support/certificate.ts'
import { listenRaw } from '../support/raw-listener.ts'

/** Hosts as they may stand in a URL; all of them end at this machine or inside its networks. */
const hostileHosts = [
  // Loopback in every spelling that some resolver or parser understands.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.0.0.0x1',
  '127.0x0.1',
  '0x7f.0.1.',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'a.b.localhost.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:7F00:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  // "This host".
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '0.1.2.3',
  '[::]',
  '[::ffff:0.0.0.0]',
  // Private networks.
  '10.0.0.1',
  '10.255.255.255',
  '0xa.0.0.1',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '0xac100001',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '[::ffff:10.0.0.1]',
  '[::ffff:192.168.1.1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fec0::1]',
  // Link-local, where clouds keep their metadata, and the other metadata addresses.
  '169.254.169.254',
  '169.254.0.1',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[fe80::1]',
  '[febf::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '0xa83f8110',
  // Carrier-grade NAT.
  '100.64.0.1',
  '100.127.255.255',
  '[::ffff:100.64.0.1]',
  // IPv4 inside IPv6: NAT64, its local prefix, 6to4, Teredo, translated.
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::1]',
  '[2001:0:53aa:64c:0:fbff:80ff:fffe]',
  '[::ffff:0:127.0.0.1]',
  // Multicast, broadcast, documentation, benchmarking, reserved, discard, segment routing.
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '[ff02::1]',
  '[ff0e::1]',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '[2001:db8::1]',
  '[3fff::1]',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.0.1',
  '192.88.99.1',
  '240.0.0.1',
  '254.1.2.3',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[100::1]',
  '[5f00::1]',
  '[4000::1]',
  '[::2]',
]

/** What a name server under an attacker's control may answer. */
const hostileAnswers = [
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '0.0.0.0',
  '::',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.0.10',
  '169.254.169.254',
  '100.64.0.1',
  'fe80::1%lo',
  'fe80::1',
  'fd00::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '203.0.113.1',
  '2001:db8::1',
  '168.63.129.16',
  'ff02::1',
  'nonsense',
]

/** Closes after every answer, so that each delivery connects anew. */
async function listen(options?: { tls?: boolean }) {
  const answer = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  const listener = await listenRaw((socket) => socket.end(answer), options)
  onTestFinished(() => listener.close())
  return listener
}

function open(options: Partial<WebhookHttpOptions> = {}) {
  const sender = createWebhookSender({ allowInsecure: false, allowCidrs: [], ...options })
  onTestFinished(() => sender.close())
  return sender
}

describe('hostile targets reach nothing', () => {
  it.each(hostileHosts)('https://%s', async (host) => {
    const listener = await listen()
    const sender = open({
      resolve: async () => {
        throw new Error('A literal must not be resolved.')
      },
    })
    const url = `https://${host}:${listener.port}/`
    expect(sender.refuse(url)).toMatch(
      /^The URL points to a [\w\d -]+ address, which webhooks may not reach\.$/,
    )
    expect(createMemoryWebhookSender().refuse(url)).toBe(sender.refuse(url))
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

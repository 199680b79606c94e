import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../../src/core/ports/system.ts'
import { createClientAddress, longestForwarded, parseNetwork } from '../../src/server/client-address.ts'

type Peer = Parameters<ReturnType<typeof createClientAddress>>[0]

/** Returns the client address of a request that `peer` sent with these headers. */
const clientOf = (trusted: string[], peer: string, headers: Record<string, string> = {}) =>
  createClientAddress(trusted, silentLog)({ ip: peer, headers: new Headers(headers) } as Peer)

const proxy = '10.0.0.1'
const trusted = ['10.0.0.0/8', 'fd00::/8']
const xff = (text: string) => clientOf(trusted, proxy, { 'x-forwarded-for': text })
const forwarded = (text: string) => clientOf(trusted, proxy, { forwarded: text })

describe('X-Forwarded-For of a trusted proxy', () => {
  test.each([
    ['names the client', '192.0.2.1', '192.0.2.1'],
    ['in IPv6', '2001:DB8::0:1', '2001:db8::1'],
    ['in IPv6 with brackets', '[2001:db8::1]', '2001:db8::1'],
    ['with a port', '192.0.2.1:4711', '192.0.2.1'],
    ['in IPv6 with a port', '[2001:db8::1]:4711', '2001:db8::1'],
    ['with a zone', 'fe80::1%eth0', 'fe80::1'],
    ['as IPv4-mapped IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
    ['after forged hops of the client', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
    ['behind another proxy', '203.0.113.9, 192.0.2.1, 10.0.0.2, fd00::1', '192.0.2.1'],
    ['in our own network', '10.0.0.9', '10.0.0.9'],
    ['behind our own networks only', '10.0.0.9, 10.0.0.2', '10.0.0.9'],
    ['after nonsense of the client', 'x, 192.0.2.1', '192.0.2.1'],
    ['not if the proxy sends nonsense', '192.0.2.1, x', proxy],
    ['not if the proxy reports unknown', '192.0.2.1, unknown', proxy],
    ['not if it is obfuscated', '192.0.2.1, _gazonk', proxy],
    ['not if it is empty', '', proxy],
    ['not if its end is empty', '192.0.2.1,', proxy],
    ['by its last known hop', '192.0.2.1, unknown, 10.0.0.2', '10.0.0.2'],
    ['not with a number beyond a byte', '192.0.2.256', proxy],
    ['not in octal', '0300.0.2.1', proxy],
    ['not as one number', '3221225985', proxy],
    ['not with a port of letters', '192.0.2.1:x', proxy],
  ])('%s', (_what, text, client) => {
    expect(xff(text)).toBe(client)
  })
})

describe('Forwarded of a trusted proxy', () => {
  test.each([
    ['names the client', 'for=192.0.2.60', '192.0.2.60'],
    ['among other things', 'proto=http;by=203.0.113.43 ; FOR="192.0.2.60:47011"', '192.0.2.60'],
    ['in IPv6', 'For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['with an obfuscated port', 'for="192.0.2.60:_port"', '192.0.2.60'],
    ['with escapes', 'for="192\\.0.2.60"', '192.0.2.60'],
    ['after forged hops of the client', 'for=203.0.113.9, for=192.0.2.60', '192.0.2.60'],
    ['after a comma in quotes', 'for=192.0.2.60;host="a, for=203.0.113.9"', '192.0.2.60'],
    ['behind another proxy', 'for=203.0.113.9,for=192.0.2.60,for="[fd00::1]"', '192.0.2.60'],
    ['not if the proxy reports unknown', 'for=192.0.2.60, for=unknown', proxy],
    ['not if it is obfuscated', 'for=192.0.2.60, for=_hidden', proxy],
    ['not without `for`', 'for=192.0.2.60, proto=https', proxy],
    ['not with two values', 'for=192.0.2.60;for=192.0.2.61', proxy],
    ['not after an unclosed quote of the client', 'for="x, for=192.0.2.60', proxy],
    ['not after a quote that includes it', 'for=";host="x, for=192.0.2.60', proxy],
    ['not with IPv6 outside quotes', 'for=[2001:db8::1]', proxy],
    ['not if it is empty', '', proxy],
    ['not if it is truncated', 'for=192.0.2.60;', proxy],
  ])('%s', (_what, text, client) => {
    expect(forwarded(text)).toBe(client)
  })
})

describe('of both headers', () => {
  const both = (f: string, x: string) => clientOf(trusted, proxy, { forwarded: f, 'x-forwarded-for': x })

  test('are trusted if they agree', () => {
    expect(both('for=192.0.2.1', '192.0.2.1')).toBe('192.0.2.1')
    expect(both('for=203.0.113.9, for="192.0.2.1:80"', '192.0.2.1')).toBe('192.0.2.1')
  })

  test('are ignored if they differ: the client wrote one of them', () => {
    expect(both('for=203.0.113.9', '192.0.2.1')).toBe(proxy)
    expect(both('for=192.0.2.1', '203.0.113.9')).toBe(proxy)
    expect(both('nonsense', '192.0.2.1')).toBe(proxy)
  })
})

describe('headers of other peers', () => {
  test.each([
    ['a stranger', trusted, '192.0.2.7'],
    ['a stranger in IPv6', trusted, '2001:db8::7'],
    ['an address next to the proxy', ['10.0.0.1'], '10.0.0.2'],
    ['this machine, without a configured proxy', [], '127.0.0.1'],
  ])('are ignored: %s', (_who, networks, peer) => {
    const headers = { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '203.0.113.9' }
    expect(clientOf(networks, peer, headers)).toBe(peer)
  })

  test('a proxy with both kinds of addresses is recognised by either', () => {
    expect(clientOf(['127.0.0.1'], '::ffff:127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe('192.0.2.1')
  })

  test('cause one warning if no proxy is configured', () => {
    const warnings: unknown[] = []
    const log = {
      ...silentLog,
      warn: (message: string, fields?: unknown) => warnings.push([message, fields]),
    }
    const addressOf = createClientAddress([], log)
    const headers = new Headers({ 'x-forwarded-for': '192.0.2.1' })
    for (let n = 0; n < 3; n++) addressOf({ ip: '::1', headers } as Peer)
    expect(warnings).toEqual([[expect.stringContaining('--trusted-proxies'), { peer: '::1' }]])
  })
})

describe('of a long header', () => {
  const ofLength = (length: number, text: string) => `${'x'.repeat(length - text.length)}${text}`

  test.each([
    [longestForwarded, '192.0.2.1'],
    [longestForwarded + 1, proxy],
  ])('Forwarded of %i characters: %s', (length, client) => {
    expect(forwarded(`host=${ofLength(length - 5, ', for=192.0.2.1')}`)).toBe(client)
  })

  test('X-Forwarded-For is read from its end, without partial hops', () => {
    expect(xff(ofLength(100_000, ', 192.0.2.1'))).toBe('192.0.2.1')
    const hops = ', 10.0.0.2'.repeat(longestForwarded / 10 + 1)
    expect(xff(`192.0.2.1${hops}`)).toBe('10.0.0.2')
    const end = `${',10.0.0.2'.repeat(453)},  10.0.0.2`
    expect(`92.0.2.1${end}`).toHaveLength(longestForwarded)
    expect(xff(`192.0.2.1${end}`)).toBe('10.0.0.2')
  })
})

test('finds an address quickly with any header', () => {
  const text = fc.string({ unit: fc.constantFrom(...'for="\\;,.:[]_1a \t'), maxLength: 60 })
  fc.assert(
    fc.property(text, text, (f, x) => {
      expect(clientOf(trusted, proxy, { forwarded: f.trim(), 'x-forwarded-for': x.trim() })).toMatch(
        /^[\da-f.:]+$/,
      )
    }),
  )
  for (const unit of ['for="', 'for=x,', '\\', '"', ',', ' ', 'for=a;', '1.']) {
    expect(forwarded(unit.repeat(120_000 / unit.length))).toBe(proxy)
    expect(xff(unit.repeat(120_000 / unit.length))).toBe(proxy)
  }
})

test.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', ' 10.0.0.1'])(
  '%s is a network of proxies',
  (text) => {
    expect(() => parseNetwork(text)).not.toThrow()
  },
)

test.each([
  '',
  'localhost',
  '10.0.0.0/33',
  '10.0/8',
  '0.0.0.0/0',
  '::/0',
  'fd00::/129',
  '10.0.0.0/',
  '10.0.0.0/x',
])('%j is not a network', (text) => {
  expect(() => parseNetwork(text)).toThrow('is not a network such as')
})

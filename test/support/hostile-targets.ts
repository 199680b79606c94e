/**
 * Forbidden webhook targets, tested on Node and Bun by `test/adapters/webhook-targets.test.ts`, and
 * against the executable by `scripts/webhook-targets-executable.ts`.
 */

/** Addresses by kind: this machine, its networks and everything else that is not the public internet. */
const addressesByKind: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.9.9.9', '127.255.255.254', '::1'],
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'unique local': ['fc00::1', 'fd12:3456::1'],
  'site-local': ['fec0::1'],
  'link-local': ['169.254.0.1', '169.254.255.254', 'fe80::1', 'febf::1'],
  metadata: [
    '169.254.169.254',
    '169.254.170.2',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1', 'ff05::2', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'protocol assignments': ['192.0.0.1', '2001:1::1', '2001:3::1', '2001:30::1', '2001:1ff::1'],
  'AS112, AMT and 6to4 relays': [
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '2620:4f:8000::1',
  ],
  reserved: ['240.0.0.1', '254.1.2.3', '100::1', '5f00::1', '4000::1', '::2'],
  ORCHID: ['2001:10::1', '2001:20::1'],
  'IPv4-mapped': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0.0.0.0',
  ],
  'IPv4-mapped metadata': ['::ffff:a83f:8110', '::ffff:100.64.0.1', '::ffff:192.168.1.1'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::10.0.0.1'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:10.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1'],
  'local NAT64': ['64:ff9b:1::1', '64:ff9b:1::10.0.0.1', '64:ff9b:1:7f00:0:100::', '64:ff9b:1:ffff::7f00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::1'],
  Teredo: ['2001::1', '2001:0:53aa:64c:0:fbff:80ff:fffe'],
  ISATAP: ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a00:1', 'fe80::5efe:c0a8:1'],
}

/** Forbidden addresses. A name server under an attacker's control may also answer with them. */
export const hostileAddresses: readonly string[] = Object.values(addressesByKind).flat()

/**
 * Answers of a hostile name server: forbidden addresses, some in unusual spellings, and an invalid answer.
 */
export const hostileAnswers: readonly string[] = [
  ...hostileAddresses,
  'fe80::1%lo',
  'fe80::1%1',
  '::1%0',
  '127.0.0.1%eth0',
  '::FFFF:7F00:0001',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'nonsense',
]

/** Other spellings of forbidden addresses, as URL parsers and resolvers understand them. */
const spellings: readonly string[] = [
  // One or two trailing dots.
  '127.0.0.1.',
  '127.0.0.1..',
  '169.254.169.254.',
  // Short, decimal, octal, hexadecimal and mixed forms of IPv4.
  '127.1',
  '127.0.1',
  '192.168.1',
  '10.1',
  '0',
  '00',
  '0x0',
  '2130706433',
  '3232235521',
  '2852039166',
  '167772161',
  '017700000001',
  '0177.0.0.1',
  '0177.1',
  '0177.0.0.0x1',
  '012.0.0.1',
  '0251.0376.0251.0376',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0x7f.0x0.0x0.0x1.',
  '127.0x0.1',
  '0x7f.0.1.',
  '0xa.0.0.1',
  '0xac100001',
  '0xa9fea9fe',
  '0xA9.0376.43518',
  '0xa83f8110',
  // Percent-encoded, full-width or enclosed digits, dots of other alphabets, invisible characters.
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '127.0.0.1\u00ad',
  '127.0.\u200b0.1',
  // Long, mixed and upper-case forms of IPv6.
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:7F00:0001]',
  '[FE80::1]',
  '[::ffff:a9fe:a9fe]',
  // Names that mean loopback regardless of what a resolver answers.
  'localhost',
  'LOCALHOST',
  'LocalHost.',
  'localhost..',
  'localhost%2e',
  'localhost。',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'loca\u00adlhost',
  '%6c%6f%63alhost',
  'api.localhost',
  'a.b.localhost.',
  'xn--bcher-kva.localhost',
]

/** Hosts in URLs that resolve to this machine or its networks. */
export const hostileHosts: readonly string[] = [
  ...hostileAddresses.map((address) => (address.includes(':') ? `[${address}]` : address)),
  ...spellings,
]

/** URLs to this machine, many of which parsers may read in different ways or with other protocols. */
export const hostileUrls = (port: number): readonly string[] => [
  `http://127.0.0.1:${port}/`,
  `HTTP://LOCALHOST:${port}/`,
  `ws://127.0.0.1:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_`,
  `file://127.0.0.1:${port}/etc/passwd`,
  `https:127.0.0.1:${port}/`,
  `https:/127.0.0.1:${port}/`,
  `https:///127.0.0.1:${port}/`,
  `https:\\\\127.0.0.1:${port}\\`,
  `//127.0.0.1:${port}/`,
  `127.0.0.1:${port}`,
  `https://example.com@127.0.0.1:${port}/`,
  `https://example.com:443@127.0.0.1:${port}/`,
  `https://user:pass@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}@example.com/`,
  `https://127.0.0.1:${port}\\@example.com/`,
  `https://example.com\\@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}#@example.com/`,
  `https://127.0.0.1:${port}?@example.com/`,
  `https://127.0.0.1:${port}/#.example.com`,
  `https://1.1.1.1 &@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/\r\nHost: example.com`,
  ` https://127.0.0.1:${port}/`,
  `https://127.0.0\t.1:${port}/`,
  `https://127.0.0.1%00.example.com:${port}/`,
  `https://127.0.0.1%2f.example.com:${port}/`,
  `https://[fe80::1%25lo]:${port}/`,
  `https://[fe80::1%lo]:${port}/`,
  `https://[::1%25lo]:${port}/`,
  `https://[::1]:${port}%40example.com/`,
  `https://[::1].:${port}/`,
  `https://[127.0.0.1]:${port}/`,
  `https://::1:${port}/`,
  `https://127.0.0.1:0${port}:80/`,
  'https://127.0.0.1:0/',
]

/** Names that hosts files commonly give to this machine. Most systems define only some of them. */
export const namesOfThisMachine: readonly string[] = [
  'ip6-localhost',
  'ip6-loopback',
  'localhost.localdomain',
  'localhost4',
  'localhost6',
]

import type { Config } from './config.ts'

/** The host part of an address as it is written: backslashes count as slashes, as in browsers. */
const authority = /^[a-z][a-z\d+.-]*:[\\/]{2,}([^\\/?#]*)/i

/**
 * Whether an address has user information before its host (`https://bank.example@evil.example`). Readers take
 * that for the host, so addresses with it are refused.
 */
export const hasUserInformation = (address: string): boolean => {
  // A parser removes line ends and tabs wherever they are.
  const text = address.trim().replace(/[\t\r\n]/g, '')
  if (authority.exec(text)?.[1]?.includes('@')) return true
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && (url.username !== '' || url.password !== '')
}

/**
 * The base URL of an instance as it is printed, without slashes at its end. Undefined unless it is an http or https
 * address without user information, query and fragment.
 */
export const baseUrlOf = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || hasUserInformation(text))
    return undefined
  return url.href.replace(/\/+$/, '')
}

/**
 * Whether the recipients of mail can reach `baseUrl`: it was configured, and names neither this machine, nor
 * an address of private networks (RFC 1918, 4193, 6598, link-local), nor a name that only a local network
 * knows: one without a dot, or in a special-use domain (RFC 6761, 6762, 7686, 8375, 9476; `.internal` by
 * ICANN).
 */
export const isReachable = ({
  baseUrl,
  baseUrlIsChosen,
}: Pick<Config, 'baseUrl' | 'baseUrlIsChosen'>): boolean => {
  if (!baseUrlIsChosen || !URL.canParse(baseUrl)) return false
  const host = new URL(baseUrl).hostname.replace(/\.$/, '')
  if (host.startsWith('[')) return !isOwnIpv6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return !isOwnIpv4(host.split('.').map(Number))
  return host.includes('.') && !/\.(?:localhost|local|internal|alt|onion|invalid|test|home\.arpa)$/.test(host)
}

const isOwnIpv4 = ([first = 0, second = 0]: readonly number[]): boolean =>
  first === 0 ||
  first === 10 ||
  first === 127 ||
  (first === 100 && second >= 64 && second < 128) ||
  (first === 169 && second === 254) ||
  (first === 172 && second >= 16 && second < 32) ||
  (first === 192 && second === 168)

/** `host` is in the form of `URL`: lower case, with the longest run of zeros left out. */
const isOwnIpv6 = (host: string): boolean => {
  const mapped = /^::ffff:([0-9a-f]{1,4}):[0-9a-f]{1,4}$/.exec(host)
  if (mapped) {
    const bits = Number.parseInt(mapped[1]!, 16)
    return isOwnIpv4([bits >> 8, bits & 0xff])
  }
  return host === '::' || host === '::1' || /^f[cd]|^fe[89ab]/.test(host)
}

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, because a household
 * or server can use a new address within its /64 for every request. Other text is returned unchanged.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const omitted: string[] =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...omitted, ...after].slice(0, 4).join(':')}::/64`
}

/** The groups without leading zeros, so that an address has one spelling. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

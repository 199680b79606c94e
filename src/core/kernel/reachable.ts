import type { Config } from './config.ts'

/**
 * False if `baseUrl` was not configured, or names this machine, a private network (RFC 1918, 4193, 6598,
 * link-local), a host without a dot, or a special-use domain (RFC 6761, 6762, 7686, 8375, 9476; `.internal`
 * by ICANN).
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

/** `host` is normalised by `URL`: lower case, the longest run of zeros omitted. */
const isOwnIpv6 = (host: string): boolean => {
  const mapped = /^::ffff:([0-9a-f]{1,4}):[0-9a-f]{1,4}$/.exec(host)
  if (mapped) {
    const bits = Number.parseInt(mapped[1]!, 16)
    return isOwnIpv4([bits >> 8, bits & 0xff])
  }
  return host === '::' || host === '::1' || /^f[cd]|^fe[89ab]/.test(host)
}

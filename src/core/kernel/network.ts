/** Matches the authority as written. As in browsers, backslashes count as slashes. */
const authority = /^[a-z][a-z\d+.-]*:[\\/]{2,}([^\\/?#]*)/i

/** Detects user information (`https://bank.example@evil.example`), which readers mistake for the host. */
export const hasUserInformation = (address: string): boolean => {
  // URL parsers remove line ends and tabs anywhere.
  const text = address.trim().replace(/[\t\r\n]/g, '')
  if (authority.exec(text)?.[1]?.includes('@')) return true
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && (url.username !== '' || url.password !== '')
}

/**
 * Returns the URL without trailing slashes; undefined unless it is http or https, without user information,
 * query and fragment.
 */
export const baseUrlOf = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || hasUserInformation(text))
    return undefined
  return url.href.replace(/\/+$/, '')
}

/**
 * Returns the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, since a
 * household or server can use a new address of its /64 for each request. Returns other text unchanged.
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

/** Returns lower-case groups without leading zeros, so that each address has one spelling. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

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

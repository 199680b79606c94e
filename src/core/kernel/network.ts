/**
 * What counts as one client: an address of IPv4, or the /64 of one of IPv6, because a household or a server has that to
 * itself and could take a new address from it for every request. What is no address stands for itself.
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

/** Without leading zeros, so that one address has one spelling. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

import { expect, test } from 'vitest'
import { networkOf } from '../../../src/core/kernel/network.ts'

test.each([
  ['an IPv4 address is unchanged', '192.0.2.1', '192.0.2.1'],
  ['an IPv4-mapped IPv6 address is unchanged', '::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['an empty address is unchanged', '', ''],
  ['IPv6 is reduced to its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['with omitted groups', '2001:db8::5', '2001:db8:0:0::/64'],
  ['with omitted groups at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['with one omitted group before the boundary', '1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['the loopback address', '::1', '0:0:0:0::/64'],
  ['in any notation', '2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
])('%s', (_what, address, network) => {
  expect(networkOf(address)).toBe(network)
})

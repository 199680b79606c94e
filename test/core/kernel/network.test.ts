import { expect, test } from 'vitest'
import { networkOf } from '../../../src/core/kernel/network.ts'

test.each([
  ['an address of IPv4 is itself', '192.0.2.1', '192.0.2.1'],
  ['IPv4 in the coat of IPv6 is itself', '::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['nothing is nothing', '', ''],
  ['IPv6 is its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['with what is left out', '2001:db8::5', '2001:db8:0:0::/64'],
  ['with what is left out at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['with one group left out in front of the boundary', '1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['this machine', '::1', '0:0:0:0::/64'],
  ['in any spelling', '2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
])('%s', (_what, address, network) => {
  expect(networkOf(address)).toBe(network)
})

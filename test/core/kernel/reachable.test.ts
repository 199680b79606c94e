import { expect, test } from 'vitest'
import { isReachable } from '../../../src/core/kernel/reachable.ts'

test.each<[baseUrl: string, reachable: boolean]>([
  ['https://mail.example', true],
  ['http://mail.example:8080/post', true],
  ['https://localhost.example', true],
  ['https://203.0.113.9', true],
  ['http://100.63.255.255', true],
  ['http://100.64.0.1', false],
  ['http://100.128.0.1', true],
  ['http://172.15.0.1', true],
  ['http://172.16.0.1', false],
  ['http://172.31.255.255', false],
  ['http://172.32.0.1', true],
  ['http://[2001:db8::1]:8484', true],
  ['http://127.0.0.1:8484', false],
  ['http://127.9.9.9', false],
  ['http://0x7f.1', false],
  ['http://2130706433', false],
  ['http://0.0.0.0:8484', false],
  ['http://10.1.2.3', false],
  ['http://192.168.1.20', false],
  ['http://169.254.0.7', false],
  ['http://localhost:8484', false],
  ['http://LOCALHOST.', false],
  ['http://shop.localhost', false],
  ['http://shop', false],
  ['https://shop.local', false],
  ['https://shop.LOCAL.', false],
  ['https://shop.internal', false],
  ['https://shop.home.arpa', false],
  ['https://shop.test', false],
  ['https://shop.invalid', false],
  ['https://local.example', true],
  ['https://mylocal.example', true],
  ['http://[::1]:8484', false],
  ['http://[::]', false],
  ['http://[::ffff:127.0.0.1]', false],
  ['http://[::ffff:203.0.113.9]', true],
  ['http://[fe80::1]', false],
  ['http://[fd00::1]', false],
  ['', false],
])('readers of mail can reach %s: %s', (baseUrl, reachable) => {
  expect(isReachable({ baseUrl, baseUrlIsChosen: true })).toBe(reachable)
})

test('an unconfigured base URL is unreachable', () => {
  expect(isReachable({ baseUrl: 'https://mail.example', baseUrlIsChosen: false })).toBe(false)
})

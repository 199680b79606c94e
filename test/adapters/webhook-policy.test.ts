import { describe, expect, it } from 'vitest'
import { createTargetPolicy } from '../../src/adapters/webhook-http/target.ts'

const strict = createTargetPolicy({ allowInsecure: false, allowCidrs: [] })

describe('a URL is refused by its text', () => {
  it.each([
    ['http://example.com/', 'https://'],
    ['http://127.0.0.1:3000/hook', '--allow-insecure-webhooks'],
    ['http://localhost:3000/hook', '--allow-insecure-webhooks'],
    ['http://[::1]/hook', '--allow-insecure-webhooks'],
    ['ftp://example.com/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['data:text/plain,x', 'https://'],
    ['ws://example.com/', 'https://'],
    ['https://user@example.com/', 'user name or password'],
    ['https://:pass@example.com/', 'user name or password'],
    ['https://example.com@10.0.0.1/', 'user name or password'],
    ['https://example.com:0/', 'between 1 and 65535'],
    ['https://example.com:65536/', 'not a complete URL'],
    ['https://', 'not a complete URL'],
    ['https://256.256.256.256/', 'not a complete URL'],
    ['https://[::1/', 'not a complete URL'],
    ['https://[fe80::1%25eth0]/', 'not a complete URL'],
    ['//example.com/', 'not a complete URL'],
    ['example.com/hooks', 'not a complete URL'],
    ['', 'not a complete URL'],
    [' https://example.com/', 'space'],
    ['https://example.com/a b', 'space'],
    ['https://exam\nple.com/', 'space'],
    ['https://example.com\\@10.0.0.1/', 'backslash'],
    ['https:\\\\10.0.0.1/', 'backslash'],
    [`https://example.com/${'a'.repeat(2029)}`, '2,048'],
  ])('%j', (url, reason) => {
    expect(strict.refuse(url)?.message).toContain(reason)
  })

  it.each([
    'https://example.com/',
    'https://example.com:8443/hooks?a=b#c',
    'https://EXAMPLE.com./',
    'https://bücher.example/',
    'https://93.184.216.34/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://[2606:4700::1111]/',
    'https://[::ffff:93.184.216.34]/',
    'https://10.0.0.1.example.com/',
    'https://localhost.example.com/',
    'https://notlocalhost/',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('but not %j', (url) => {
    expect(strict.refuse(url)).toBeUndefined()
  })
})

describe('what an operator allows', () => {
  const insecure = { allowInsecure: true, allowCidrs: [] }
  const cidrs = { allowInsecure: false, allowCidrs: ['10.20.0.0/16', 'fd00:1::/32', '127.0.0.1/32'] }
  it.each([
    ['http://example.com/', insecure, true],
    ['http://127.0.0.1/', insecure, true],
    ['http://localhost/', insecure, true],
    ['https://[::1]/', insecure, true],
    ['http://[::ffff:127.0.0.1]/', insecure, true],
    ['http://10.0.0.1/', insecure, false],
    ['http://169.254.169.254/', insecure, false],
    ['http://0.0.0.0/', insecure, false],
    ['https://10.20.255.1/', cidrs, true],
    ['https://[::ffff:10.20.0.1]/', cidrs, true],
    ['https://[fd00:1::5]/', cidrs, true],
    ['https://localhost/', cidrs, true],
    ['https://10.21.0.1/', cidrs, false],
    ['https://[fd00:2::5]/', cidrs, false],
    ['https://127.0.0.2/', cidrs, false],
    ['http://10.20.0.1/', cidrs, false],
  ])('%s with %j: %s', (url, policy, allowed) => {
    expect(createTargetPolicy(policy).refuse(url) === undefined).toBe(allowed)
  })

  it.each(['10.0.0.0', '10.0.0.0/33', 'localhost', '', 'fd00::/129'])('%j is not a network', (cidr) => {
    expect(() => createTargetPolicy({ allowInsecure: false, allowCidrs: [cidr] })).toThrow('CIDR notation')
  })
})

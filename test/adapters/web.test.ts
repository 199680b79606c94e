import { describe, expect, test } from 'vitest'
import { createCrypto, createPasswords } from '../../src/adapters/system/crypto.ts'
import { createWebCrypto, createWebPasswords, createWebRandom } from '../../src/adapters/web/crypto.ts'
import { createWebWebhookSender } from '../../src/adapters/web/webhook-sender.ts'
import { cryptoContract } from '../contract/crypto.ts'
import { randomContract } from '../contract/random.ts'

cryptoContract('web', createWebCrypto)
randomContract('web', createWebRandom)

const key = new Uint8Array(32).fill(5)
const data = new TextEncoder().encode('Zoë')

describe('the crypto of web and Node are compatible in both directions', () => {
  const [node, web] = [createCrypto(key), createWebCrypto(key)]
  test.each([
    ['web', web, node],
    ['Node', node, web],
  ])('made by %s', (_name, maker, taker) => {
    expect(taker.open(maker.seal(data, 'a context'), 'a context')).toEqual(data)
    expect(taker.derive('cursors')).toEqual(maker.derive('cursors'))
    expect(taker.hmacSha256('key', data)).toEqual(maker.hmacSha256('key', data))
    const { key: signing, signature } = maker.signer.sign(data)
    expect(taker.signer.keys()).toEqual([signing])
    expect(taker.verify(signing.publicKey, data, signature)).toBe(true)
  })
})

test('returns the requested number of random bytes, even more than a browser fills at once', () => {
  const bytes = createWebRandom().bytes(200_000)
  expect(bytes).toHaveLength(200_000)
  expect(bytes.subarray(190_000).some((byte) => byte !== 0)).toBe(true)
})

describe('passwords', () => {
  const quick = { parameters: { cost: 10 } }
  test.each([
    ['web', createWebPasswords(quick), createPasswords(quick)],
    ['Node', createPasswords(quick), createWebPasswords(quick)],
  ])('hashed by %s are verified by the other', async (_name, one, other) => {
    const hash = await one.hash('cafe\u0301 au lait')
    expect(await other.verify('caf\u00e9 au lait', hash)).toEqual({ ok: true, outdated: false })
    expect(await other.verify('caf\u00e8 au lait', hash)).toEqual({ ok: false, outdated: false })
  })

  test.each(['', '$scrypt$ln=10,r=8,p=3$YQ==$YQ==', '$scrypt$ln=10,r=8,p=3$====$===='])(
    'never match an invalid hash: %j',
    async (hash) => {
      expect(await createWebPasswords(quick).verify('', hash)).toEqual({ ok: false, outdated: false })
    },
  )
})

test.each(['http://example.com/', 'https://127.0.0.1/', 'no url', 'https://a:b@example.com/'])(
  'a webhook to %s is refused before anything is sent',
  async (url) => {
    const sender = createWebWebhookSender({ allowInsecure: false, allowCidrs: [] })
    const refusal = sender.refuse(url)
    expect(refusal?.message).toMatch(/\.$/)
    const request = { url, headers: {}, body: data, timeoutMs: 1000, captureBytes: 100 }
    expect(await sender.send(request)).toMatchObject({ error: 'address_refused', detail: refusal?.message })
  },
)

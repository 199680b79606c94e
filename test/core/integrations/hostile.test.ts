import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { connected, order, parameters } from '../../support/connectors.ts'
import { createItemShop } from '../../support/items.ts'

describe('a signature', () => {
  const secret = 'a shared secret'
  const bytes = JSON.stringify(order())
  const hex = createHmac('sha256', secret).update(bytes).digest('hex')
  const base64 = createHmac('sha256', secret).update(bytes).digest('base64')

  test.each([
    ['in hex after a prefix', { header: 'X-Hub-Signature-256', prefix: 'sha256=' }, `sha256=${hex}`],
    ['in base64', { header: 'X-Shop-Hmac', encoding: 'base64' }, base64],
  ])('is required: %s', async (_what, rule, value) => {
    const shop = await connected({ signature: { ...rule, secret } })
    const header = rule.header.toLowerCase()
    for (const wrong of [{}, { [header]: 'x' }, { [header]: value.replace(/.$/, '_') }, { other: value }]) {
      expect(await shop.send(bytes, wrong as Record<string, string>)).toMatchObject({
        status: 401,
        body: { code: 'signature_invalid' },
      })
    }
    expect((await shop.send(`${bytes} `, { [header]: value })).status).toBe(401)
    expect((await shop.send(bytes, { [header]: value })).body.outcome).toBe('CREATED')
  })

  test('never shows its secret, and can be removed', async () => {
    const shop = await connected({ signature: { header: 'X-Sum', secret } })
    const { body } = await shop.call('integrations.get', { params: { id: shop.id } })
    expect(body.signature).toEqual({ header: 'x-sum', encoding: 'hex', prefix: '' })
    expect(JSON.stringify(body)).not.toContain(secret)
    await shop.call('integrations.patch', { params: { id: shop.id }, body: { signature: null } })
    expect((await shop.send(bytes)).status).toBe(200)
  })
})

describe('hostile payloads', () => {
  test.each<[string, string | Uint8Array, number]>([
    ['nothing', '', 400],
    ['no JSON', '{', 400],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400],
    ['a list', '[]', 422],
    ['a number', '1', 422],
    ['null', 'null', 422],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 422],
    ['deeper nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 413],
    ['20,000 names and values', `{"order":{"id":1},"a":[${'1,'.repeat(19_992)}1]}`, 200],
    ['20,001 names and values', `{"order":{"id":1},"a":[${'1,'.repeat(19_993)}1]}`, 413],
    ['nesting instead of text', '{"order":{"shipping":{"country":{"a":[]}}}}', 422],
    ['a NUL', '{"order":{"customer":{"first":"a\\u0000b"}}}', 422],
    ['an unpaired surrogate', '{"order":{"customer":{"first":"\\ud800"}}}', 422],
    ['prototype names', '{"__proto__":{"order":1},"constructor":{"prototype":{}}}', 422],
    [
      'a payload of the maximum size',
      JSON.stringify({ order: { id: 1 }, a: 'x'.repeat(256 * 1024 - 25) }),
      200,
    ],
    ['one byte more', JSON.stringify({ order: { id: 1 }, a: 'x'.repeat(256 * 1024 - 24) }), 413],
  ])('%s is answered without an internal error', async (_what, payload, status) => {
    const shop = await connected()
    expect((await shop.send(payload)).status).toBe(status)
    expect(shop.logged).toEqual([])
    expect(({} as Record<string, unknown>).order).toBeUndefined()
  })

  test.each([
    ['with its declared size', undefined, 700 * 1024],
    ['with the size that was received, if none was declared', null, 300 * 1024],
    ['with the largest size that is stored, if more was declared', 2 ** 60, Number.MAX_SAFE_INTEGER],
  ])('a payload that is too large is listed for the owners, %s', async (_what, declared, sizeBytes) => {
    const shop = await connected()
    const answer = await shop.call('integrations.inbound', {
      key: null,
      params: { token: shop.url.split('/').at(-1)! },
      bytes: [200, 100, 400].map((kib) => new Uint8Array(kib * 1024)),
      contentType: 'application/json',
      declared,
    })
    expect(answer.status).toBe(413)
    expect(await shop.deliveries()).toEqual([
      {
        ...{ sequence: 1, outcome: 'REFUSED', code: 'body_too_large', itemId: null, errors: [] },
        ...{ detail: answer.body.detail, sizeBytes, sha256: '', receivedAt: expect.any(String) },
      },
    ])
  })

  test('an unknown URL is not found', async () => {
    const shop = await connected()
    for (const token of ['x', 'in_', shop.id, 'é'.repeat(50)]) {
      const answer = await shop.call('integrations.inbound', {
        key: null,
        params: { token },
        bytes: new Uint8Array(2),
      })
      expect(answer.status).toBe(404)
    }
  })

  test.each([
    ['recipient.colour', { path: 'a' }, 'mapping.recipient.colour'],
    ['data.__proto__', { path: 'a' }, 'mapping.data.__proto__'],
    ['data.', { path: 'a' }, 'mapping.data.'],
    ['postflowId', { value: 'pfl_1' }, 'mapping.postflowId'],
    ['reference', {}, 'mapping.reference'],
    ['reference', { path: 'a', value: 'b' }, 'mapping.reference'],
    ['reference', { path: 'a', transform: 'reverse' }, 'mapping.reference.transform'],
    ['reference', { path: 'a'.repeat(201) }, 'mapping.reference.path'],
  ])('mapping %s as %j is refused by name', async (field, rule, parameter) => {
    const shop = await createItemShop()
    const answer = await shop.call('integrations.create', {
      body: { name: 'Shop', postflowId: shop.postflowId, mapping: { [field]: rule } },
    })
    expect(answer.status).toBe(422)
    expect(parameters(answer)[0]).toBe(parameter)
  })
})

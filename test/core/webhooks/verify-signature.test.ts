import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { asReceived, emitEvent, fingerprintOf, minute, register, second } from '../../support/webhooks.ts'

let shop: TestShop
let id: string
let secret: string
/** The request that the receiver got. */
let received: { headers: Record<string, string>; body: string }

beforeEach(async () => {
  shop = await createTestShop()
  ;({ id, secret } = await register(shop))
  await emitEvent(shop)
  await shop.core.webhooks.settle()
  received = asReceived(shop.sender.requests[0]!)
})

const verify = (body: object, more: object = {}) =>
  shop.call('webhooks.verifySignature', { params: { id }, body, ...more })
const rotate = async (overlapHours?: number) =>
  (
    await shop.call('webhooks.rotateSecret', {
      params: { id },
      ...(overlapHours === undefined ? {} : { body: { overlapHours } }),
    })
  ).body.secret as string
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content)
const withHeader = (name: string, value: string) => ({ ...received.headers, [name]: value })

describe('a received request', () => {
  test('is genuine: every part is confirmed, and the signed text is shown', async () => {
    const { status, body } = await verify(received)
    const content = `${received.headers['X-Webhook-Timestamp']}.${received.body}`
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      verdict: 'valid',
      signed: {
        content,
        bytes: Buffer.byteLength(content),
        sha256: createHash('sha256').update(content).digest('hex'),
      },
      timestamp: {
        finding: 'valid',
        at: '2026-01-05T09:00:00.000Z',
        ageSeconds: 0,
        toleranceSeconds: 300,
      },
      signature: { finding: 'valid', signedWith: fingerprintOf(secret) },
      standardSignature: { finding: 'valid', signedWith: fingerprintOf(secret) },
      body: { finding: 'valid', differsAt: null },
      computed: null,
      secrets: [{ use: 'current', fingerprint: fingerprintOf(secret), until: null }],
    })
  })

  const oneByte = (text: string) => text.replace('itm_1', 'itm_2')
  // The change in transit, the verdict, and the finding about the body.
  const cases: [
    what: string,
    change: () => object | Promise<object>,
    verdict: string,
    bodyFinding?: string,
  ][] = [
    ['header names in lower case', () => ({ headers: lowered() }), 'valid'],
    ['other headers', () => ({ headers: withHeader('Accept-Encoding', 'gzip') }), 'valid'],
    ['no headers', () => ({ headers: {} }), 'signature_missing'],
    ['a signature removed', () => ({ headers: without('X-Webhook-Signature') }), 'signature_missing'],
    ['a timestamp removed', () => ({ headers: without('X-Webhook-Timestamp') }), 'timestamp_missing'],
    [
      'a timestamp in ms',
      () => ({ headers: withHeader('X-Webhook-Timestamp', '1767603600000') }),
      'timestamp_malformed',
    ],
    [
      'upper case',
      () => ({
        headers: withHeader('X-Webhook-Signature', received.headers['X-Webhook-Signature']!.toUpperCase()),
      }),
      'signature_malformed',
    ],
    ['one byte of the body', () => ({ body: oneByte(received.body) }), 'body_changed', 'body_changed'],
    ['half the body', () => ({ body: received.body.slice(0, 50) }), 'body_changed', 'body_changed'],
    ['no body', () => ({ body: '' }), 'body_changed', 'body_changed'],
    [
      'a line end behind the body',
      () => ({ body: `${received.body}\n` }),
      'body_whitespace_changed',
      'body_whitespace_changed',
    ],
    [
      'a byte-order mark',
      () => ({ body: `\ufeff${received.body}` }),
      'body_whitespace_changed',
      'body_whitespace_changed',
    ],
    [
      'a body that was parsed and serialised again',
      () => ({ body: JSON.stringify(JSON.parse(received.body), null, 2) }),
      'body_reformatted',
      'body_reformatted',
    ],
    [
      'keys in another order',
      () => ({
        body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(received.body)).reverse())),
      }),
      'body_reformatted',
      'body_reformatted',
    ],
    [
      'a body nested without end',
      () => ({ body: '['.repeat(200_000) + ']'.repeat(50_000) }),
      'body_changed',
      'body_changed',
    ],
    [
      'another timestamp',
      () => ({ headers: withHeader('X-Webhook-Timestamp', '1767603601') }),
      'timestamp_changed',
      'valid',
    ],
    [
      'a signature by an unknown key',
      () => ({ headers: withHeader('X-Webhook-Signature', `v1=${'0'.repeat(64)}`) }),
      'not_signed_by_us',
      'valid',
    ],
    ['five minutes', () => after(5 * minute), 'valid', 'valid'],
    ['a second more than five minutes', () => after(5 * minute + second), 'timestamp_too_old', 'valid'],
    ['a clock five minutes behind', () => after(-5 * minute), 'valid', 'valid'],
    ['a clock that is more behind', () => after(-5 * minute - second), 'timestamp_in_future', 'valid'],
    ['a rotation since', () => rotate().then(() => ({})), 'valid', 'valid'],
    ['a rotation that ended the secret', () => rotate(0).then(() => ({})), 'secret_ended', 'valid'],
    ['the delivery of another endpoint', () => ofAnother(), 'secret_of_other_endpoint', 'valid'],
    [
      'the id of another endpoint’s delivery',
      async () => {
        const { headers, body } = await ofAnother()
        return { body, headers: { ...headers, 'X-Webhook-Signature': `v1=${'0'.repeat(64)}` } }
      },
      'other_endpoint',
      'valid',
    ],
    ['an id that is not on record', () => ({ headers: withHeader('X-Webhook-Id', 'whd_0') }), 'valid'],
    [
      'such an id and a changed body',
      () => ({ headers: withHeader('X-Webhook-Id', 'whd_0'), body: oneByte(received.body) }),
      'not_signed_by_us',
    ],
  ]
  test.each(cases)('with %s', async (_what, change, verdict, bodyFinding) => {
    const changed = await change()
    const { status, body } = await verify({ ...received, ...changed })
    expect(status).toBe(200)
    expect([body.verdict, body.ok]).toEqual([verdict, verdict === 'valid'])
    if (bodyFinding) expect(body.body.finding).toBe(bodyFinding)
    expect(body.detail).toMatch(/^[A-Z].+\.$/)
    // Nothing reveals the secret.
    expect(JSON.stringify(body)).not.toContain(secret.slice(6))
  })

  const lowered = () =>
    Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const without = (name: string) =>
    Object.fromEntries(Object.entries(received.headers).filter(([key]) => key !== name))
  const after = (ms: number) => {
    shop.clock.set(shop.clock.now() + ms)
    return {}
  }
  const ofAnother = async () => {
    const other = await register(shop, { url: 'https://hooks.example.com/other', events: ['run.*'] })
    await emitEvent(shop, { type: 'run.rendered' })
    await shop.core.webhooks.settle()
    const request = shop.sender.requests.find(({ url }) => url === other.url)!
    return asReceived(request)
  }

  test('reports the first byte that differs', async () => {
    const { body } = await verify({ ...received, body: received.body.replace('itm_1', 'itm_9') })
    expect(body.body).toMatchObject({ differsAt: received.body.indexOf('itm_1') + 4 })
    const longer = await verify({ ...received, body: `${received.body} ` })
    expect(longer.body.body).toMatchObject({
      differsAt: received.body.length,
      sentBytes: received.body.length,
      receivedBytes: received.body.length + 1,
    })
  })

  test('has its Standard Webhooks signature judged separately', async () => {
    const { body } = await verify({ ...received, headers: withHeader('webhook-signature', 'v1,AAAA') })
    expect(body).toMatchObject({ verdict: 'valid', standardSignature: { finding: 'signature_malformed' } })
    await rotate()
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const later = asReceived(shop.sender.requests.at(-1)!)
    const old = later.headers['webhook-signature']!.split(' ')[1]!
    const answer = await verify({ ...later, headers: { ...later.headers, 'webhook-signature': old } })
    expect(answer.body.standardSignature).toMatchObject({
      finding: 'valid',
      signedWith: fingerprintOf(secret),
    })
  })
})

describe('the result of a receiver’s own code', () => {
  const decoded = () => Buffer.from(secret.slice(6), 'base64')
  const at = () => received.headers['X-Webhook-Timestamp']!
  const cases: [finding: string, key: () => string | Buffer, content: () => string][] = [
    ['right', () => secret, () => `${at()}.${received.body}`],
    ['secret_without_prefix', () => secret.slice(6), () => `${at()}.${received.body}`],
    ['secret_decoded', decoded, () => `${at()}.${received.body}`],
    ['secret_with_line_end', () => `${secret}\n`, () => `${at()}.${received.body}`],
    ['timestamp_left_out', () => secret, () => received.body],
    ['dot_left_out', () => secret, () => at() + received.body],
    ['body_left_out', () => secret, () => `${at()}.`],
    ['timestamp_in_ms', () => secret, () => `${at()}000.${received.body}`],
    ['body_reformatted', () => secret, () => `${at()}.${JSON.stringify(JSON.parse(received.body), null, 2)}`],
    ['body_whitespace_changed', () => secret, () => `${at()}.${received.body}\n`],
    ['standard_content', () => secret, () => `${received.headers['webhook-id']}.${at()}.${received.body}`],
    ['secret_without_prefix', () => secret.slice(6), () => received.body],
    ['not_recognised', () => 'whsec_other', () => `${at()}.${received.body}`],
  ]
  test.each(cases)('%s', async (finding, key, content) => {
    const digest = hmac(key(), content()).digest()
    for (const computedSignature of [
      digest.toString('hex'),
      digest.toString('hex').toUpperCase(),
      `v1=${digest.toString('hex')}`,
      digest.toString('base64'),
    ]) {
      const { body } = await verify({ ...received, computedSignature })
      expect(body.computed).toMatchObject({ finding })
    }
  })

  test('with a secret that has ended', async () => {
    const computedSignature = hmac(secret, `${at()}.${received.body}`).digest('hex')
    await rotate(0)
    const { body } = await verify({ ...received, computedSignature })
    expect(body.computed).toMatchObject({ finding: 'secret_ended', signedWith: fingerprintOf(secret) })
  })

  test('is not recognised if it is not a signature', async () => {
    expect((await verify({ ...received, computedSignature: 'abc' })).body.computed.finding).toBe(
      'not_recognised',
    )
  })
})

describe('verification writes nothing and refuses invalid input', () => {
  test.each([
    ['no body', { headers: {} }, ['body']],
    ['a body of 262,145 characters', { headers: {}, body: 'x'.repeat(262_145) }, ['body']],
    [
      '101 headers',
      { body: '', headers: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`h${n}`, ''])) },
      ['headers'],
    ],
    ['an overlong header', { body: '', headers: { a: 'x'.repeat(4097) } }, ['headers.a']],
    ['a secret', { body: '', headers: {}, secret: 'whsec_x' }, ['secret']],
  ])('%s', async (_what, body, parameters) => {
    const { status, body: answer } = await verify(body)
    expect(status).toBe(422)
    expect(answer.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
  })

  test('262,144 characters and 100 headers are accepted', async () => {
    const headers = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`h${n}`, 'x'.repeat(4096)]))
    expect((await verify({ body: 'x'.repeat(262_144), headers })).status).toBe(200)
  })

  test('works for a suspended organisation, and finds nothing for another one', async () => {
    const stranger = await shop.another()
    expect((await verify(received, { key: stranger.keys.live })).status).toBe(404)
    expect((await verify(received, { key: shop.keys.test })).status).toBe(404)
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { status: 'SUSPENDED' }),
    )
    expect((await verify(received)).body.verdict).toBe('valid')
  })

  test('knows no secrets under another instance key', async () => {
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { secret: new Uint8Array(64) }),
    )
    expect((await verify(received)).body).toMatchObject({ verdict: 'not_signed_by_us', secrets: [] })
  })
})

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Event, verifyWebhook, WebhookVerificationError } from '../../src/client/index.ts'

const secret = 'whsec_test'
const now = Date.parse('2026-01-05T09:00:00Z')
const body = JSON.stringify({
  id: 'evt_1',
  type: 'item.created',
  data: { item: { id: 'itm_1', name: 'Zoë' } },
})

/** Signs as in docs/webhooks.md#signature, independently of the server's code. */
const signed = (text: string, at = now, key = secret) => {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex')
  return { 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': `v1=${signature}` }
}

test.each([
  ['text and an object of headers', body, signed(body)],
  ['bytes and Headers', new TextEncoder().encode(body), new Headers(signed(body))],
  [
    'lower-case headers, as in Node',
    body,
    Object.fromEntries(Object.entries(signed(body)).map(([k, v]) => [k.toLowerCase(), v])),
  ],
])('%s: the event is returned', async (_what, raw, headers) => {
  expect(await verifyWebhook(raw, headers, secret, { now })).toEqual(JSON.parse(body))
})

/** A receiver's code, which compiles only if `type` determines `data`. */
const subjectOf = (event: Event): string => {
  switch (event.type) {
    case 'item.created':
      return event.data.item.id
    case 'balance.low':
      return event.data.balance.currency
    default:
      return event.type
  }
}

test('the type of an event determines the type of its data', async () => {
  expect(subjectOf(await verifyWebhook(body, signed(body), secret, { now }))).toBe('itm_1')
})

/** Signs as Standard Webhooks does, with one signature for each secret. */
const standard = (secrets: readonly string[], at = now) => {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((one) => {
    const key = Buffer.from(one.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
const oldSecret = 'whsec_b2xkb2xkb2xkb2xkb2xkb2xkb2xk'
const newSecret = 'whsec_bmV3bmV3bmV3bmV3bmV3bmV3bmV3'

test.each([
  ['the old secret', oldSecret],
  ['the new secret', newSecret],
])('during a rotation %s is accepted', async (_what, known) => {
  const headers = { ...signed(body, now, newSecret), ...standard([newSecret, oldSecret]) }
  expect((await verifyWebhook(body, headers, known, { now })).id).toBe('evt_1')
})

test('the signature of Standard Webhooks suffices', async () => {
  expect((await verifyWebhook(body, standard([newSecret]), newSecret, { now })).id).toBe('evt_1')
})

test.each([
  ['another secret', standard([oldSecret]), now],
  ['a body that was changed', { ...standard([newSecret]), 'webhook-id': 'evt_2' }, now],
  ['an old timestamp', standard([newSecret], now - 301_000), now],
  ['a signature that is not base64', { ...standard([newSecret]), 'webhook-signature': 'v1,§§' }, now],
  ['another version', { ...standard([newSecret]), 'webhook-signature': 'v2,AAAA' }, now],
])('the signature of Standard Webhooks is refused with %s', async (_what, headers, at) => {
  await expect(verifyWebhook(body, headers, newSecret, { now: at })).rejects.toThrow(WebhookVerificationError)
})

test('during a rotation either secret is accepted', async () => {
  expect((await verifyWebhook(body, signed(body), ['whsec_new', secret], { now })).id).toBe('evt_1')
})

test.each([
  ['a body that was changed', `${body} `, signed(body), now],
  ['another secret', body, signed(body, now, 'whsec_other'), now],
  [
    'a timestamp that was changed',
    body,
    { ...signed(body), 'X-Webhook-Timestamp': String(now / 1000 + 1) },
    now,
  ],
  ['a delivery older than five minutes', body, signed(body), now + 301_000],
  ['a delivery from the future', body, signed(body), now - 301_000],
  ['no headers', body, {}, now],
  ['an empty signature', body, { ...signed(body), 'X-Webhook-Signature': 'v1=' }, now],
  ['another version', body, { ...signed(body), 'X-Webhook-Signature': 'v0=00' }, now],
])('%s is refused', async (_what, raw, headers, at) => {
  await expect(verifyWebhook(raw, headers, secret, { now: at })).rejects.toBeInstanceOf(
    WebhookVerificationError,
  )
})

test.each<[string, unknown, unknown, unknown, string]>([
  ['no secret', body, signed(body), undefined, 'got no secret'],
  ['an empty secret', body, signed(body), '', 'got no secret'],
  ['a list without secrets', body, signed(body), [undefined], 'got no secret'],
  ['a body that was parsed', JSON.parse(body), signed(body), secret, 'needs the raw body'],
  ['no body', undefined, signed(body), secret, 'needs the raw body'],
  ['no headers', body, undefined, secret, 'got no headers'],
])('a call with %s reports what to pass', async (_what, raw, headers, given, message) => {
  const call = verifyWebhook as (...values: unknown[]) => Promise<Event>
  await expect(call(raw, headers, given, { now })).rejects.toThrow(message)
})

test('an empty setting next to the secret is ignored', async () => {
  const secrets = [undefined, '', secret] as string[]
  expect((await verifyWebhook(body, signed(body), secrets, { now })).id).toBe('evt_1')
})

import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  asReceived,
  deliveries,
  emitEvent,
  endpointRow,
  fingerprintOf,
  hour,
  minute,
  register,
  second,
} from '../../support/webhooks.ts'

let shop: TestShop
let id: string
let first: string
beforeEach(async () => {
  shop = await createTestShop()
  ;({ id, secret: first } = await register(shop))
})

const rotation = (body?: object) => shop.call('webhooks.rotateSecret', { params: { id }, body })
const rotate = async (overlapHours?: number): Promise<string> =>
  (await rotation(overlapHours === undefined ? undefined : { overlapHours })).body.secret

/**
 * Sends an event. Returns which of these secrets signed `X-Webhook-Signature` (`spec`) and the standard's
 * header (`active`).
 */
const signersNow = async (secrets: Readonly<Record<string, string>>) => {
  await emitEvent(shop)
  await shop.core.webhooks.settle()
  const { headers, body } = asReceived(shop.sender.requests.at(-1)!)
  const at = headers['X-Webhook-Timestamp']
  const named = (fits: (secret: string) => boolean) =>
    Object.keys(secrets).filter((name) => fits(secrets[name]!))
  const standard = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${at}.${body}`)
      .digest('base64')}`
  const v1 = (secret: string) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  const signatures = headers['webhook-signature']!.split(' ')
  const active = named((secret) => signatures.includes(standard(secret)))
  // Every signature belongs to a known secret.
  expect(active).toHaveLength(signatures.length)
  return { spec: named((secret) => v1(secret) === headers['X-Webhook-Signature']).join(), active }
}

describe('the overlap of a rotation', () => {
  test.each([
    [undefined, 24],
    [1, 1],
    [168, 168],
  ])(
    'of %s hours: the old secret signs next to the new one for %i, and not a millisecond longer',
    async (hours, lasts) => {
      const second = await rotate(hours)
      const secrets = { first, second }
      expect(await signersNow(secrets)).toEqual({ spec: 'second', active: ['first', 'second'] })
      shop.clock.advance(lasts * hour - 1)
      expect(await signersNow(secrets)).toEqual({ spec: 'second', active: ['first', 'second'] })
      shop.clock.advance(1)
      expect(await signersNow(secrets)).toEqual({ spec: 'second', active: ['second'] })
    },
  )

  test('of 0 hours ends the old secret immediately', async () => {
    const second = await rotate(0)
    expect(await signersNow({ first, second })).toEqual({ spec: 'second', active: ['second'] })
  })

  test.each([-1, 169, 1.5, '24', null])('of %o hours is refused', async (overlapHours) => {
    const { status, body } = await rotation({ overlapHours })
    expect([status, body.errors?.[0].parameter]).toEqual([422, 'overlapHours'])
    expect((await signersNow({ first })).spec).toBe('first')
  })

  test('keeps every secret until its own end after another rotation', async () => {
    const second = await rotate(10)
    shop.clock.advance(4 * hour)
    const third = await rotate(2)
    const secrets = { first, second, third }
    expect(await signersNow(secrets)).toEqual({ spec: 'third', active: ['first', 'second', 'third'] })
    shop.clock.advance(2 * hour)
    expect(await signersNow(secrets)).toEqual({ spec: 'third', active: ['first', 'third'] })
    shop.clock.advance(4 * hour)
    expect(await signersNow(secrets)).toEqual({ spec: 'third', active: ['third'] })
  })

  test('signs waiting deliveries and retries with the secrets current at sending', async () => {
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const second = await rotate(0)
    shop.clock.advance(minute)
    shop.sender.answerWith({ status: 200 })
    await shop.core.webhooks.settle()
    const { headers, body } = asReceived(shop.sender.requests.at(-1)!)
    const content = `${headers['X-Webhook-Timestamp']}.${body}`
    expect(headers['X-Webhook-Signature']).toBe(
      `v1=${createHmac('sha256', second).update(content).digest('hex')}`,
    )
    expect(body).toBe(asReceived(shop.sender.requests[0]!).body)
  })

  test('allows four older secrets at most; a leaked one can always be ended', async () => {
    for (let count = 0; count < 4; count++) expect((await rotation()).status).toBe(200)
    const refused = await rotation()
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(refused.body.detail).toContain('overlapHours 0')
    const last = await rotate(0)
    expect(await signersNow({ last })).toEqual({ spec: 'last', active: ['last'] })
    expect((await rotation()).status).toBe(200)
  })

  test('allows another one once one has ended', async () => {
    for (let count = 0; count < 4; count++) await rotate(count + 1)
    expect((await rotation()).status).toBe(409)
    shop.clock.advance(hour)
    expect((await rotation()).status).toBe(200)
  })

  test('returns every secret by its fingerprint and its time', async () => {
    await rotate(1)
    shop.clock.advance(2 * hour)
    const { body } = await rotation({ overlapHours: 3 })
    expect(body.secrets).toMatchObject([
      {
        use: 'current',
        fingerprint: fingerprintOf(body.secret),
        since: '2026-01-05T11:00:00.000Z',
        until: null,
      },
      { use: 'previous', since: '2026-01-05T09:00:00.000Z', until: '2026-01-05T14:00:00.000Z' },
      { use: 'ended', fingerprint: fingerprintOf(first), until: '2026-01-05T10:00:00.000Z' },
    ])
  })

  test('stores no secret in plain text', async () => {
    const second = await rotate()
    const row = await endpointRow(shop, id)
    const kept = JSON.stringify(row.previousSecrets) + Buffer.from(row.secret).toString('latin1')
    for (const secret of [first, second]) {
      expect(kept).not.toContain(secret.slice(6))
      expect(Buffer.from(row.previousSecrets[0]!.sealed, 'base64').toString('latin1')).not.toContain(
        secret.slice(6),
      )
    }
  })

  test('recovers from a lost instance key, and is not blocked by a lost old secret', async () => {
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { secret: new Uint8Array(64) }),
    )
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    expect((await deliveries(shop, id))[0]).toMatchObject({
      status: 'PENDING',
      undelivered: 'secret_unreadable',
    })
    const { status, body } = await rotation()
    expect([status, body.secrets.length]).toEqual([200, 1])
    expect(await signersNow({ second: body.secret })).toEqual({ spec: 'second', active: ['second'] })
  })
})

describe('the sent request and signature', () => {
  const signatures = async () => {
    const [delivery] = await deliveries(shop, id)
    const params = { id, deliveryId: delivery!.id }
    return (await shop.call('webhooks.deliverySignature', { params })).body
  }

  test('are shown for each attempt, byte for byte, even after rotations', async () => {
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    for (const offset of [minute, 4 * minute]) {
      shop.clock.advance(offset - second)
      await rotate(1)
      shop.clock.advance(second)
      await shop.core.webhooks.settle()
    }
    const sent = shop.sender.requests
    const { attempts, body } = await signatures()
    expect(attempts.map(({ headers }: { headers: object }) => headers)).toEqual(
      sent.map(({ headers }) => headers),
    )
    expect(body).toBe(asReceived(sent[0]!).body)
    for (const { signedContent, standardSignedContent, headers, signedWith } of attempts) {
      expect(signedContent).toBe(`${headers['X-Webhook-Timestamp']}.${body}`)
      expect(standardSignedContent).toBe(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      expect(signedWith).toMatch(/^[0-9a-f]{12}$/)
    }
    // Each of the three attempts was signed with another secret.
    expect(new Set(attempts.map(({ signedWith }: { signedWith: string }) => signedWith)).size).toBe(3)
  })

  test('have no headers if the secret is no longer stored', async () => {
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    for (let count = 0; count < 9; count++) {
      shop.clock.advance(hour)
      await rotate(0)
    }
    const { attempts, secrets } = await signatures()
    expect(attempts).toMatchObject([{ headers: null, signedWith: null }])
    expect(secrets).toHaveLength(9)
  })

  test('are not shown for an interrupted attempt', async () => {
    shop.sender.answerWith(() => new Promise(() => {}))
    await emitEvent(shop)
    await shop.core.webhooks.pump()
    await shop.core.webhooks.reap({ all: true })
    expect((await signatures()).attempts).toEqual([])
  })
})

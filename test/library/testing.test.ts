import { expect, test } from 'vitest'
import { verifyWebhook } from '../../src/client/index.ts'
import { createLettershop } from '../../src/testing.ts'
import { zoe } from '../support/recipients.ts'

test('the quickstart of the README: from created to printed and completed, with a moved clock', async () => {
  const shop = await createLettershop({ clock: '2026-01-05T07:00:00Z' })
  const { testKey, postflowId } = await shop.seed()
  const api = shop.client(testKey)

  const item = await api.items.create({ postflowId, recipient: zoe, data: { firstName: 'Zoë' } })
  await shop.clock.advanceTo('next-cutoff')
  expect(new Date(shop.clock.now()).toISOString()).toBe('2026-01-05T09:00:00.000Z')
  expect(shop.events(item.id).map((event) => event.type)).toEqual([
    'item.created',
    'item.ready',
    'item.scheduled',
    'item.in_production',
  ])
  const proof = await shop.proof(item.id)
  expect(new TextDecoder().decode(proof.pdf.subarray(0, 5))).toBe('%PDF-')
  expect([...proof.png.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')])

  await shop.clock.advanceTo('2026-02-01T00:00:00Z')
  expect((await api.items.get(item.id)).status).toBe('COMPLETED')
  await shop.close()
})

test('live mode has the same clock, and its package can be inspected', async () => {
  const shop = await createLettershop()
  const { liveKey, livePostflowId } = await shop.seed()
  const api = shop.client(liveKey)
  const item = await api.items.create({
    postflowId: livePostflowId,
    recipient: zoe,
    data: { firstName: 'Zoë' },
  })
  await shop.clock.advanceTo('next-cutoff')
  const { runId } = await api.items.get(item.id)
  expect(shop.printers.live.packages.get(runId!)?.map(({ name }) => name)).toContain('manifest.json')
  await shop.close()
})

test('webhooks are sent while the clock moves, and can be verified', async () => {
  const shop = await createLettershop()
  const { testKey, postflowId } = await shop.seed()
  const api = shop.client(testKey)
  const { secret } = await api.webhooks.create({ url: 'https://shop.example/hook', events: ['item.*'] })
  await api.items.create({ postflowId, recipient: zoe, data: { firstName: 'Zoë' } })
  await shop.clock.advanceTo('next-cutoff')
  const events = await Promise.all(
    shop.webhooks.requests.map(({ body, headers }) =>
      verifyWebhook(body, headers, secret!, { now: Number(headers['X-Webhook-Timestamp']) * 1000 }),
    ),
  )
  expect(events.map(({ type }) => type)).toContain('item.in_production')
  await shop.close()
})

test.each([
  ['a past instant', '2020-01-01T00:00:00Z'],
  ['an invalid time', 'tomorrow'],
  ['a cutoff without waiting items', 'next-cutoff'],
])('the clock refuses %s', async (_what, target) => {
  const shop = await createLettershop()
  await expect(shop.clock.advanceTo(target)).rejects.toBeInstanceOf(RangeError)
  await shop.close()
})

test('the same seed gives the same ids', async () => {
  const ids = await Promise.all(
    [1, 1, 2].map(async (seed) => (await (await createLettershop({ seed })).seed()).testKey),
  )
  expect(ids[0]).toBe(ids[1])
  expect(ids[2]).not.toBe(ids[0])
})

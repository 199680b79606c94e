import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { optOut } from '../../../src/core/features/tracking/opt-out.ts'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import type { Mode } from '../../../src/core/kernel/mode.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller } from '../billing.ts'
import type { PortalSession } from '../portal.ts'
import { signIn } from '../portal.ts'
import { liveTarget } from '../ready-for-live.ts'
import { zoe } from '../recipients.ts'
import { createTestShop, type TestCall, type TestResponse, type TestShop } from '../shop.ts'
import { type Twin, twinOf } from './twins.ts'

/** An organisation that can send mail in both modes and has a webhook endpoint. */
export interface Sender {
  id: string
  keys: { live: string; test: string }
  postflows: { live: string; test: string }
  templateId: string
  owner: PortalSession
}

/** Three servers of one database, and eight organisations that send mail through them. */
export interface Contention {
  shop: TestShop
  servers: Twin[]
  senders: Sender[]
}

const settle = async (shop: TestShop, organisationId: string, keys: Sender['keys']): Promise<Sender> => {
  const { services } = shop
  const { postflows, templates } = await seedOrganisation(services, organisationId, liveTarget)
  const postflowOf = (mode: Mode) => postflows.find((one) => one.mode === mode)!.id
  await topUp(services, { organisationId, amountCents: 1_000_000 })
  await services.store.write((rows) =>
    rows.organisations.update(everyone, organisationId, {
      rateLimits: { general: 100_000, itemCreate: 100_000, preview: 100_000 },
    }),
  )
  const url = `https://hooks.example.com/${organisationId}`
  await shop.call('webhooks.create', { key: keys.live, body: { url, events: ['*'] } })
  return {
    id: organisationId,
    keys,
    postflows: { live: postflowOf('live'), test: postflowOf('test') },
    templateId: templates[0]!.id,
    owner: await signIn(services, { organisationId }),
  }
}

export const createContention = async (): Promise<Contention> => {
  const shop = await createTestShop()
  await nameSeller(shop)
  await installCatalogue(shop.services)
  const senders = [await settle(shop, shop.organisation.id, shop.keys)]
  while (senders.length < 8) {
    const { organisation, keys } = await shop.another()
    senders.push(await settle(shop, organisation.id, keys))
  }
  return { shop, servers: [shop, await twinOf(shop), await twinOf(shop, 3)], senders }
}

type Call = (operation: string, call: TestCall) => Promise<TestResponse>

const recipient = (n: number) => ({ ...zoe, houseNumber: String(n + 1) })

/** Makes writes of every kind, one after another, for one organisation; `n` is the number of the round. */
export const writes = async (call: Call, server: Twin, sender: Sender, n: number): Promise<void> => {
  const { keys, postflows, owner, templateId } = sender
  const item = (mode: Mode, at = n) => ({
    postflowId: postflows[mode],
    recipient: recipient(at),
    data: { firstName: 'Zoë' },
  })
  const { services } = server.core
  const made = (await call('items.create', { key: keys.live, body: item('live'), idempotencyKey: `i-${n}` }))
    .body
  const lame = (await call('items.create', { key: keys.live, body: { ...item('live'), data: {} } })).body
  await call('items.patch', { key: keys.live, params: { id: lame.id }, body: { data: { firstName: 'Zoë' } } })
  const { code } = made.tracking
  await recordScan(services, code)
  const test = (await call('items.create', { key: keys.test, body: item('test') })).body
  await call('items.cancel', { key: keys.test, params: { id: test.id } })
  const items = Array.from({ length: 5 }, (_, index) => item('live', 100 * (n + 1) + index))
  await call('items.createBulk', { key: keys.live, body: { items } })
  await call('advertisingCategories.create', { key: keys.live, body: { label: `Bulbs ${n}` } })
  await call('suppressions.create', {
    key: keys.live,
    body: { recipient: recipient(900 + n), reason: 'moved' },
  })
  await optOut(services, code, 'person')
  await call('renders.create', { key: keys.test, body: item('test') })
  await call('exports.create', { key: keys.live, body: { kind: 'items', format: 'csv' } })
  const list = (await call('postbatches.create', { key: keys.live, body: { name: `${n}`, templateId } })).body
  await call('postbatches.addItems', {
    key: keys.live,
    params: { id: list.id },
    body: { items: [{ recipient: recipient(700 + n), data: { firstName: 'Zoë' } }] },
  })
  await call('postbatches.validate', { key: keys.live, params: { id: list.id } })
  const ask = { subject: `Where is ${n}?`, text: 'It has not come.' }
  await call('support.create', { session: owner, body: ask })
  await call('roles.create', { session: owner, body: { name: `R${n}`, permissions: ['items.read'] } })
  await call('invitations.create', { session: owner, body: { email: `${n}@example.com`, roles: ['editor'] } })
  await call('billing.topUp', { session: owner, body: { amountCents: 5_000 } })
  await topUp(services, { organisationId: sender.id, amountCents: 100 })
  await call('organisation.patch', { session: owner, body: { keepScanAddresses: n % 2 === 0 } })
}

import { describe, expect, test } from 'vitest'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { createOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { nameSeller, operate, pay, settle } from '../../support/billing.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createPostbatchShop, people } from '../../support/postbatches.ts'

const counted = (shop: ItemShop) => shop.services.store.read((rows) => recount(rows, shop.organisation.id))

const ownMailShop = async () => {
  const shop = await createItemShop({ clock: '2026-01-05T08:00:00Z', fundsCents: 0 })
  await nameSeller(shop)
  await settle(shop, { billingMode: 'OWN_MAIL' })
  return shop
}

const requestTopUp = async (shop: ItemShop) => {
  const session = await shop.portal({ organisationId: shop.organisation.id })
  const call = { session, organisationId: shop.organisation.id, body: { amountCents: 1_000 } }
  expect((await shop.call('billing.topUp', call)).status).toBe(201)
}

describe('an organisation that prints its own mail', () => {
  test('needs no balance, and analytics count the cost of its mail', async () => {
    const shop = await ownMailShop()
    const [sent, cancelled] = [await shop.create(), await shop.create()]
    expect(sent.status).toBe('SCHEDULED')
    await shop.act('items.cancel', cancelled.id)
    await shop.advance('2026-01-05T10:00:00Z')
    expect(await shop.row(sent.id)).toMatchObject({ status: 'IN_PRODUCTION' })
    expect((await shop.call('billing.ledger')).body.data).toEqual([])
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
    const summary = await shop.call('analytics.summary', { query: 'days=1' })
    expect(summary.body.totals).toMatchObject({ created: 2, cancelled: 1, spendCents: 89 })
    expect(await counted(shop)).toMatchObject({ agrees: true, entries: 0 })
    expect(await shop.events(sent.id)).not.toContain('held')
  })

  test('reserves nothing for a Postbatch, approved or cancelled, and captures nothing for a printed one', async () => {
    const shop = await createPostbatchShop({ clock: '2026-01-05T08:00:00Z', fundsCents: 0 })
    await settle(shop, { billingMode: 'OWN_MAIL' })
    const [printed, cancelled] = [await shop.validated(people(2)), await shop.validated(people(2, 3))]
    for (const id of [printed, cancelled]) await shop.step('postbatches.approve', id)
    await shop.step('postbatches.cancel', cancelled)
    await shop.advance('2026-01-05T10:00:00Z')
    const summary = await shop.call('analytics.summary', { query: 'days=1' })
    expect(summary.body.byStatus).toMatchObject({ CANCELLED: 2, IN_PRODUCTION: 2 })
    expect(summary.body.totals.spendCents).toBe(2 * 89)
    expect(await counted(shop)).toMatchObject({ agrees: true, entries: 0 })
  })

  test('can be enabled while a mailing waits for approval, which then reserves no funds', async () => {
    const shop = await createPostbatchShop({ fundsCents: 0 })
    const id = await shop.validated(people(2))
    const quoted = async () => (await shop.call('postbatches.quote', { params: { id } })).body
    expect(await quoted()).toMatchObject({ availableCents: 0, missingCents: 2 * 89 })
    await settle(shop, { billingMode: 'OWN_MAIL' })
    expect(await quoted()).toMatchObject({ availableCents: null, missingCents: null })
    await shop.call('postbatches.approve', { params: { id } })
    const session = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const back = { session, organisationId: shop.organisation.id, body: { billingMode: 'PREPAID' } }
    // The change is refused before and after the job that releases the Postbatch's items.
    expect((await shop.call('billing.patchTerms', back)).status).toBe(409)
    await shop.settle()
    expect((await shop.call('billing.patchTerms', back)).status).toBe(409)
    expect(await counted(shop)).toMatchObject({ agrees: true, entries: 0 })
  })

  test('gets quotes without VAT', async () => {
    const shop = await ownMailShop()
    const { data } = (await shop.call('billing.prices')).body
    expect((await shop.call('billing.prices')).body).toMatchObject({ vatRate: 0 })
    const { productId, productSpecificationId, unitPriceCents } = data[0]
    const price = await shop.call('products.price', {
      params: { id: productId },
      body: { productSpecificationId },
    })
    expect(price.body).toMatchObject({
      subtotalCents: unitPriceCents,
      vatCents: 0,
      totalCents: unitPriceCents,
    })
  })

  test('cannot top up and gets no invoice', async () => {
    const shop = await ownMailShop()
    await expect(pay(shop, 1_000)).rejects.toMatchObject({ code: 'invalid_state' })
    const session = await shop.portal({ organisationId: shop.organisation.id })
    const topUp = await shop.call('billing.topUp', {
      session,
      organisationId: shop.organisation.id,
      body: { amountCents: 1_000 },
    })
    expect(topUp).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await shop.call('invoices.list')).body).toEqual([])
  })

  test.each([
    ['to own mail if there is money', 'PREPAID', 'OWN_MAIL', (shop: ItemShop) => pay(shop, 100)],
    ['to own mail if there is live mail', 'PREPAID', 'OWN_MAIL', (shop: ItemShop) => shop.create()],
    ['to own mail while a top-up awaits payment', 'PREPAID', 'OWN_MAIL', requestTopUp],
    ['from own mail if there is live mail', 'OWN_MAIL', 'PREPAID', (shop: ItemShop) => shop.create()],
  ] as const)('does not change %s', async (_case, from, to, prepare) => {
    const shop = await createItemShop({ fundsCents: 0 })
    await nameSeller(shop)
    if (from === 'OWN_MAIL') await settle(shop, { billingMode: 'OWN_MAIL' })
    await prepare(shop)
    const session = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const refused = await shop.call('billing.patchTerms', {
      session,
      organisationId: shop.organisation.id,
      body: { billingMode: to },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(await operate(shop, 'billing.settings')).toMatchObject({ billingMode: from })
  })

  test('can be created as such by an operator only', async () => {
    const shop = await createItemShop()
    expect(await createOrganisation(shop.services, { name: 'House', ownMail: true })).toMatchObject({
      billingMode: 'OWN_MAIL',
    })
    const create = (session: PortalSession) =>
      shop.call('organisations.create', { session, body: { name: 'House', ownMail: true } })
    expect(await create(await shop.portal({ operator: true }))).toMatchObject({
      status: 201,
      body: { billingMode: 'OWN_MAIL' },
    })
    expect(await create(await shop.portal({ organisationId: shop.organisation.id }))).toMatchObject({
      status: 403,
    })
  })
})

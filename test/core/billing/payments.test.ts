import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../../src/adapters/sqlite/store.ts'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { nameSeller, operate } from '../../support/billing.ts'
import { createTestShop } from '../../support/shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const open = async (store: 'this run' | 'SQLite' = 'this run') => {
  const ports =
    store === 'SQLite' ? { store: await createSqliteStore({ file: join(temporaryFolder(), 'test.db') }) } : {}
  const shop = await createTestShop({ ports })
  await nameSeller(shop)
  const credit = (
    paymentId: string | undefined,
    amountCents = 5_000,
    organisationId = shop.organisation.id,
  ) =>
    topUp(shop.services, { organisationId, amountCents, ...(paymentId === undefined ? {} : { paymentId }) })
  const balance = async (key = shop.keys.live) =>
    (await shop.call('billing.balance', { key })).body.balanceCents as number
  const invoices = async () => (await shop.call('invoices.list')).body as { id: string }[]
  return { shop, credit, balance, invoices }
}

describe('a payment', () => {
  test.each(['this run', 'SQLite'] as const)(
    'sent six times concurrently is credited and invoiced once (store of %s)',
    async (store) => {
      const { credit, balance, invoices } = await open(store)
      const answers = await Promise.all(Array.from({ length: 6 }, () => credit('bank-1')))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
      expect(await invoices()).toMatchObject([{ id: answers[0]!.id }])
      expect(await balance()).toBe(5_000)
    },
  )

  test('reference is unique within an organisation only', async () => {
    const { shop, credit, balance } = await open()
    const other = await shop.another()
    const [one, two] = [await credit('bank-1'), await credit('bank-1', 5_000, other.organisation.id)]
    expect(one.id).not.toBe(two.id)
    expect([await balance(), await balance(other.keys.live)]).toEqual([5_000, 5_000])
  })

  test('with another amount is refused, naming the credited one', async () => {
    const { credit, balance } = await open()
    const { number } = await credit('bank-1')
    await expect(credit('bank-1', 5_001)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `The payment bank-1 is already credited: EUR 50.00, invoice ${number}. A payment can be credited only once.`,
    })
    expect(await balance()).toBe(5_000)
  })

  test('pays for one top-up and cannot confirm another', async () => {
    const { shop, credit, balance } = await open()
    const session = await shop.portal()
    const requestTopUp = async () =>
      (await shop.call('billing.topUp', { session, body: { amountCents: 5_000 } })).body.id as string
    const [first, second] = [await requestTopUp(), await requestTopUp()]
    const confirmed = await operate(shop, 'billing.confirmTopUp', {
      params: { id: first },
      body: { paymentId: 'bank-1' },
    })
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const refused = await shop.call('billing.confirmTopUp', {
      session: operator,
      organisationId: shop.organisation.id,
      params: { id: second },
      body: { paymentId: 'bank-1' },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    // Nor can an operator who does not know of the confirmation credit it again.
    expect((await credit('bank-1')).id).toBe(confirmed.id)
    expect(await balance()).toBe(5_000)
  })

  test('without a reference is a new one each time', async () => {
    const { credit, balance } = await open()
    expect((await credit(undefined)).id).not.toBe((await credit(undefined)).id)
    expect(await balance()).toBe(10_000)
  })
})

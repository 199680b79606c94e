import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../../src/adapters/sqlite/store.ts'
import type { Transaction } from '../../../src/core/engine/context.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { creditInvoice } from '../../../src/core/features/billing/credit-note.ts'
import { allInvoiceTexts } from '../../../src/core/features/billing/invoice-words.ts'
import { countNumbers } from '../../../src/core/features/billing/numbers.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { creditPaid } from '../../../src/core/features/billing/top-ups.ts'
import { issueMonth, pay, settle } from '../../support/billing.ts'
import { createItemShop } from '../../support/items.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The store of the run (memory, or PostgreSQL), and SQLite. */
const ports = {
  'the store of this run': async () => ({}),
  SQLite: async () => ({
    ports: { store: await createSqliteStore({ file: join(temporaryFolder(), 'test.db') }) },
  }),
}
const open = async (kind: keyof typeof ports) =>
  createTestShop({ clock: '2026-12-31T23:00:00Z', ...(await ports[kind]()) })

const numbersOf = async (shop: TestShop) =>
  (
    await shop.services.store.read((rows) => rows.invoices.find({ organisationId: shop.organisation.id }, {}))
  ).map(({ number }) => number)
const inRow = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${String(n + 1).padStart(6, '0')}`)

describe.each(Object.keys(ports) as (keyof typeof ports)[])('on %s', (kind) => {
  test('numbers of both kinds have no gap if every third transaction fails', async () => {
    const shop = await open(kind)
    const { services, organisation } = shop
    const first = await pay(shop, 100_000)
    const textsIn = await allInvoiceTexts()
    const scope = { organisationId: organisation.id }
    const part = { reason: 'x', amountCents: 1 }
    const attempt = (n: number) => (transaction: Transaction) => {
      const work =
        n % 2 === 0
          ? creditPaid(services, transaction, organisation, { amountCents: n + 1, paymentId: null, textsIn })
          : creditInvoice(services, transaction, scope, first.id, part, textsIn)
      return work.then((row) => {
        if (n % 3 === 0) throw new Error('no')
        return row.number
      })
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => transact(services, attempt(n))),
    )
    const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const numbers = await numbersOf(shop)
    expect(numbers.filter((number) => !number.startsWith('CN')).sort()).toEqual(
      inRow('2026', 1 + made.filter((number) => !number.startsWith('CN')).length),
    )
    expect(numbers.filter((number) => number.startsWith('CN')).sort()).toEqual(
      inRow('CN2026', made.filter((number) => number.startsWith('CN')).length),
    )
    expect(made.filter((number) => !number.startsWith('CN')).length).toBe(20)
    for (const { taken, issued } of await services.store.read(countNumbers)) expect(taken).toBe(issued)
    const { differences } = await services.store.read((rows) => recount(rows, organisation.id))
    expect(differences).toEqual([])
  })

  test('a new year’s series starts while invoices of the old year are still being issued', async () => {
    const shop = await open(kind)
    const { organisation } = await shop.another()
    await Promise.all([pay(shop, 1), pay(shop, 2), pay(shop, 3, organisation.id)])
    shop.clock.set('2027-01-01T00:00:00Z')
    await Promise.all([pay(shop, 1, organisation.id), pay(shop, 2)])
    const series = await shop.services.store.read(countNumbers)
    expect(series.map(({ year, taken, issued }) => [year, taken, issued])).toEqual([
      ['2026', 3, 3],
      ['2027', 2, 2],
    ])
  })

  test('a month is invoiced once by concurrent callers', async () => {
    const shop = await createItemShop({
      fundsCents: 0,
      clock: '2026-03-02T08:00:00Z',
      ...(await ports[kind]()),
    })
    await settle(shop, { billingMode: 'MONTHLY' })
    await shop.create()
    await shop.advance('2026-03-09T08:00:00Z')
    shop.clock.set('2026-04-01T02:00:00Z')
    await Promise.allSettled([...Array.from({ length: 6 }, () => issueMonth(shop, '2026-03')), shop.settle()])
    const monthly = (await shop.call('invoices.list')).body.filter(
      ({ source }: { source: string }) => source === 'MONTHLY',
    )
    expect(monthly).toHaveLength(1)
    expect(monthly[0]).toMatchObject({ subtotalCents: 89 })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
  })
})

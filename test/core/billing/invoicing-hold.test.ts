import { describe, expect, test } from 'vitest'
import { afterRestore } from '../../../src/core/app/after-restore.ts'
import { endInvoicingHold, holdInvoicing } from '../../../src/core/features/billing/invoicing-hold.ts'
import {
  continueAfter,
  countNumbers,
  hasNoGap,
  maxNumbersElsewhere,
} from '../../../src/core/features/billing/numbers.ts'
import { issueMonth, nameSeller, pay, settle } from '../../support/billing.ts'
import { createItemShop } from '../../support/items.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const clock = '2026-03-02T08:00:00Z'

const hold = (shop: TestShop) =>
  shop.services.store.write((rows) =>
    holdInvoicing(rows, { since: shop.clock.now(), reason: 'The books are closed.' }),
  )
const resume = (shop: TestShop) => shop.services.store.write(endInvoicingHold)
const continueFrom = (shop: TestShop, number: string, kind: 'INVOICE' | 'CREDIT_NOTE' = 'INVOICE') =>
  shop.services.store.write((rows) => continueAfter(rows, kind, number, 'last'))
const numbers = (shop: TestShop) => shop.services.store.read(countNumbers)
const accountOf = (shop: TestShop) =>
  shop.services.store.read((rows) =>
    rows.accounts.get({ organisationId: shop.organisation.id }, shop.organisation.id),
  )

test('while invoicing is held, a top-up is refused with the reason and credits nothing', async () => {
  const shop = await createTestShop({ clock })
  await pay(shop, 100)
  await hold(shop)
  await expect(pay(shop, 200)).rejects.toMatchObject({
    code: 'invalid_state',
    message: 'Invoicing is held. The books are closed.',
  })
  expect((await accountOf(shop))?.balanceCents).toBe(100)
  expect(await resume(shop)).toBe(true)
  expect(await resume(shop)).toBe(false)
  expect((await pay(shop, 200)).number).toBe('2026-000002')
})

test('the month’s invoices wait and are issued automatically once the hold ends', async () => {
  const shop = await createItemShop({ fundsCents: 0, clock })
  await nameSeller(shop)
  await settle(shop, { billingMode: 'MONTHLY' })
  await shop.create()
  await shop.advance('2026-03-09T08:00:00Z')
  await hold(shop)
  await shop.advance('2026-04-01T03:00:00Z')
  await expect(issueMonth(shop, '2026-03')).rejects.toMatchObject({ code: 'invalid_state' })
  const count = () =>
    shop.services.store.read((rows) => rows.invoices.count({ organisationId: shop.organisation.id }, {}))
  expect(await count()).toBe(0)
  await resume(shop)
  await shop.advance('2026-04-01T03:10:00Z')
  expect(await count()).toBe(1)
})

test('a restored instance issues nothing before an operator has reported the numbers issued after the backup', async () => {
  const shop = await createTestShop({ clock })
  await pay(shop, 100)
  const now = shop.clock.now()
  await shop.services.store.write((rows) => afterRestore(rows, { backupAt: now - 3_600_000, now }))
  await expect(pay(shop, 100)).rejects.toMatchObject({
    message: expect.stringContaining('Restored from a backup of 2026-03-02T07:00:00.000Z'),
    sentence: {
      params: {
        'reason.code': 'hold_reason',
        'reason.case': 'invoicing_restored',
        'reason.backupAt': '2026-03-02T07:00:00.000Z',
      },
    },
  })
})

describe('numbers issued after the backup', () => {
  test('are not issued again and don’t count as gaps', async () => {
    const shop = await createTestShop({ clock })
    await pay(shop, 100)
    await continueFrom(shop, '2026-000057')
    await continueFrom(shop, 'CN2026-000003', 'CREDIT_NOTE')
    expect((await pay(shop, 100)).number).toBe('2026-000058')
    const series = await numbers(shop)
    expect(series).toEqual([
      { kind: 'INVOICE', year: '2026', taken: 58, issued: 2, elsewhere: 56, last: '2026-000058' },
      { kind: 'CREDIT_NOTE', year: '2026', taken: 3, issued: 0, elsewhere: 3, last: 'CN2026-000003' },
    ])
    expect(series.every(hasNoGap)).toBe(true)
  })

  test('that are known here change nothing', async () => {
    const shop = await createTestShop({ clock })
    await pay(shop, 100)
    await continueFrom(shop, '2026-000001')
    expect(await numbers(shop)).toMatchObject([{ taken: 1, elsewhere: 0 }])
  })

  test.each([
    ['2026-000001', 'was issued here'],
    ['CN2026-000009', 'Write the number as 2026-000057.'],
    ['57', 'Write the number as'],
    ['2026-57', 'Write the number as'],
    ['2026-0000000057', 'Write the number as'],
    [`2026-${maxNumbersElsewhere + 3}`, `more than ${maxNumbersElsewhere} numbers after`],
  ])('%s is refused', async (number, message) => {
    const shop = await createTestShop({ clock })
    await pay(shop, 100)
    await pay(shop, 100)
    await expect(continueFrom(shop, number)).rejects.toMatchObject({
      errors: [{ parameter: 'last', message: expect.stringContaining(message) }],
    })
    expect(await numbers(shop)).toMatchObject([{ taken: 2, elsewhere: 0 }])
  })

  test('are limited', async () => {
    const shop = await createTestShop({ clock })
    await pay(shop, 100)
    await continueFrom(shop, `2026-${maxNumbersElsewhere + 1}`)
    expect(await numbers(shop)).toMatchObject([{ taken: maxNumbersElsewhere + 1 }])
  })
})

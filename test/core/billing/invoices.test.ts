import { beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { allInvoiceTexts } from '../../../src/core/features/billing/invoice-words.ts'
import { creditPaid, topUp } from '../../../src/core/features/billing/top-ups.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { emitEvent, register } from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
})

const pay = (amountCents: number, organisationId = shop.organisation.id) =>
  topUp(shop.services, { organisationId, amountCents })

describe('a top-up', () => {
  test('credits the amount and is invoiced at the amount plus VAT, paid at issue', async () => {
    const invoice = await pay(12_345)
    expect(invoice).toEqual({
      id: expect.stringMatching(/^inv_/),
      number: '2026-000001',
      kind: 'INVOICE',
      source: 'TOP_UP',
      status: 'PAID',
      issueDate: '2026-03-04',
      dueDate: '2026-03-04',
      periodFrom: null,
      periodTo: null,
      currency: 'EUR',
      vatTreatment: 'NL_STANDARD',
      vatRate: 21,
      subtotalCents: 12_345,
      vatCents: 2_592,
      totalCents: 14_937,
      paidCents: 14_937,
      paidAt: '2026-03-04T10:00:00.000Z',
      sentAt: null,
      creditNoteOfInvoiceId: null,
      reason: null,
      paymentId: null,
      hasPdf: false,
      electronicFormat: 'NONE',
      language: 'nl',
      createdAt: '2026-03-04T10:00:00.000Z',
      lines: [
        {
          description: 'Opwaardering van het saldo met EUR 123,45',
          quantity: 1,
          unitPriceCents: 12_345,
          vatRate: 21,
          amountCents: 12_345,
          productSpecificationId: null,
          zone: null,
          billingGroup: null,
        },
      ],
    })
    expect((await shop.call('billing.balance')).body).toEqual({
      billingMode: 'PREPAID',
      currency: 'EUR',
      balanceCents: 12_345,
      reservedCents: 0,
      availableCents: 12_345,
      lowThresholdCents: 5_000,
    })
    expect((await shop.call('billing.ledger')).body.data).toEqual([
      {
        id: expect.stringMatching(/^led_/),
        kind: 'TOP_UP',
        debit: 'CASH',
        credit: 'AVAILABLE',
        amountCents: 12_345,
        currency: 'EUR',
        itemId: null,
        postbatchId: null,
        invoiceId: invoice.id,
        billingGroup: null,
        createdAt: '2026-03-04T10:00:00.000Z',
      },
    ])
  })

  test.each([
    ['NL', 'NL_STANDARD', 21, 2_100],
    ['DE', 'NL_STANDARD', 21, 2_100],
    ['US', 'NON_EU', 0, 0],
  ])(
    'of an organisation in %s without a VAT number has the treatment %s',
    async (country, vatTreatment, vatRate, vatCents) => {
      const { organisation } = await shop.another({ country })
      const invoice = await pay(10_000, organisation.id)
      const totalCents = 10_000 + vatCents
      expect(invoice).toMatchObject({ vatTreatment, vatRate, vatCents, totalCents, paidCents: totalCents })
    },
  )

  // VAT is 21 per cent; half a cent is rounded up.
  test.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [50, 11],
    [10_000_000_000, 2_100_000_000],
  ])('of %i cents has %i cents of VAT', async (amountCents, vatCents) => {
    expect((await pay(amountCents)).vatCents).toBe(vatCents)
  })

  test.each([0, -1, 0.5, Number.NaN, 10_000_000_001, '100'])('of %s cents is refused', async (amount) => {
    await expect(pay(amount as number)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ parameter: 'amountCents' }],
    })
    expect((await shop.call('invoices.list')).body).toEqual([])
  })

  test('for an unknown organisation is refused', async () => {
    await expect(pay(100, 'org_0')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('emits invoice.issued, also to endpoints', async () => {
    const { id } = await register(shop, { events: ['invoice.*'] })
    const invoice = await pay(10_000)
    const { data } = (await shop.call('webhooks.deliveries', { params: { id } })).body
    expect(data).toHaveLength(1)
    expect(data[0].payload).toMatchObject({
      type: 'invoice.issued',
      isTest: false,
      data: {
        invoice: {
          id: invoice.id,
          status: 'PAID',
          number: '2026-000001',
          kind: 'INVOICE',
          totalCents: 12_100,
          currency: 'EUR',
        },
      },
    })
  })
})

describe('invoice numbers', () => {
  test('are gapless across organisations and restart each year', async () => {
    const { organisation } = await shop.another()
    const numbers = [await pay(1), await pay(2, organisation.id), await pay(3)]
    await expect(pay(0)).rejects.toThrow()
    numbers.push(await pay(4))
    shop.clock.set('2026-12-31T23:59:59.999Z')
    numbers.push(await pay(5))
    shop.clock.advance(1)
    numbers.push(await pay(6))
    expect(numbers.map(({ number }) => number)).toEqual([
      '2026-000001',
      '2026-000002',
      '2026-000003',
      '2026-000004',
      '2026-000005',
      '2027-000001',
    ])
  })

  test('reuse the number of a failed transaction', async () => {
    const paid = { amountCents: 100, paymentId: null, textsIn: await allInvoiceTexts() }
    const failing = transact(shop.services, async (transaction) => {
      const { number } = await creditPaid(shop.services, transaction, shop.organisation, paid)
      throw new Error(`${number} is not issued after all`)
    })
    await expect(failing).rejects.toThrow('2026-000001 is not issued')
    const { organisation } = await shop.another()
    expect((await pay(100, organisation.id)).number).toBe('2026-000001')
    expect((await shop.call('invoices.list')).body).toEqual([])
  })

  test('are unique when many are issued concurrently', async () => {
    const issued = await Promise.all(Array.from({ length: 20 }, () => pay(100)))
    expect(new Set(issued.map(({ number }) => number)).size).toBe(20)
    expect(
      issued
        .map(({ number }) => number)
        .sort()
        .at(-1),
    ).toBe('2026-000020')
  })
})

describe('reading invoices', () => {
  test('the list is a bare array, newest first, without lines; one invoice has its lines', async () => {
    const older = await pay(100)
    shop.clock.advance(1)
    const newer = await pay(200)
    const { status, body } = await shop.call('invoices.list')
    expect(status).toBe(200)
    const withoutLines = ({ lines: _, ...invoice }: typeof older) => invoice
    expect(body).toEqual([withoutLines(newer), withoutLines(older)])
    const one = await shop.call('invoices.get', { params: { id: older.id } })
    expect([one.status, one.body]).toEqual([200, older])
  })

  test('lists those of one instant by number', async () => {
    for (let count = 0; count < 3; count++) await pay(100)
    const { body } = await shop.call('invoices.list')
    expect(body.map(({ number }: { number: string }) => number)).toEqual([
      '2026-000003',
      '2026-000002',
      '2026-000001',
    ])
  })

  test('works with a test key', async () => {
    await pay(100)
    const key = shop.keys.test
    for (const operation of ['invoices.list', 'billing.balance', 'billing.ledger']) {
      const [live, test] = [await shop.call(operation), await shop.call(operation, { key })]
      expect(test.body, operation).toEqual(live.body)
    }
  })

  test('excludes other organisations', async () => {
    const { id } = await pay(100)
    const key = (await shop.another()).keys.live
    expect((await shop.call('invoices.list', { key })).body).toEqual([])
    expect((await shop.call('billing.ledger', { key })).body.data).toEqual([])
    expect((await shop.call('billing.balance', { key })).body.balanceCents).toBe(0)
    expect((await shop.call('invoices.get', { key, params: { id } })).status).toBe(404)
  })

  test('requires the scope billing.read', async () => {
    const key = await shop.key('live', ['items.read'])
    for (const operation of ['invoices.list', 'invoices.get', 'billing.balance', 'billing.ledger']) {
      const { body } = await shop.call(operation, { key, params: { id: 'inv_1' } })
      expect(body.code, operation).toBe('insufficient_scope')
    }
  })

  test('is unaffected by events of test mode', async () => {
    await emitEvent(shop, { mode: 'test' })
    expect((await pay(1)).number).toBe('2026-000001')
  })

  test.each([
    ['filter[kind]=TOP_UP', 2],
    ['filter[kind][in]=RESERVE,CAPTURE', 0],
    ['filter[itemId][null]=true', 2],
    ['filter[createdAt][gte]=2026-03-05', 1],
  ])('lists the ledger with ?%s', async (query, count) => {
    await pay(100)
    shop.clock.set('2026-03-05T00:00:00Z')
    await pay(200)
    const { status, body } = await shop.call('billing.ledger', { query })
    expect([status, body.data.length]).toEqual([200, count])
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { invoiceLifecycle, topUpLifecycle } from '../../../src/core/model/billing.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller, operate, pay, settle } from '../../support/billing.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let operator: Awaited<ReturnType<TestShop['portal']>>
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
  await nameSeller(shop)
  operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
})

const as = (operation: string, id: string, body: unknown = {}) =>
  shop.call(operation, { session: operator, organisationId: shop.organisation.id, params: { id }, body })
const credit = (id: string, body: Record<string, unknown> = {}) =>
  as('invoices.credit', id, { reason: 'Goodwill', ...body })
const invoice = async (id: string) => (await shop.call('invoices.get', { params: { id } })).body
const balance = async () => (await shop.call('billing.balance')).body.balanceCents
const agrees = async () =>
  (await shop.services.store.read((rows) => recount(rows, shop.organisation.id))).differences

/** An unpaid invoice of two lines, 100.00 and 50.00, like a monthly one. */
const monthly = async () => {
  await settle(shop, { billingMode: 'MONTHLY' })
  const month = '2026-02'
  const organisationId = shop.organisation.id
  await shop.services.store.write(async (rows) => {
    for (const [zone, open] of [
      ['domestic', 100],
      ['world', 50],
    ] as const) {
      const id = `${organisationId}|${month}|psp_1|${zone}|100`
      const row = { id, organisationId, month, specificationId: 'psp_1', zone, unitPriceCents: 100 }
      await rows.billingUsage.insert({ ...row, quantity: open, open, billingGroup: null })
    }
    await rows.accounts.update(everyone, organisationId, { balanceCents: -15_000 })
  })
  const { data } = await operate(shop, 'invoices.issueMonthly', { body: {} })
  return data[0] as { id: string; number: string }
}

describe('a credit note', () => {
  test('credits a whole top-up: the invoice is VOID and the money leaves the balance', async () => {
    const { id } = await pay(shop, 10_000)
    const { status, body } = await credit(id, { reason: 'Paid twice' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: 'CN2026-000001',
      kind: 'CREDIT_NOTE',
      source: 'CREDIT',
      status: 'ISSUED',
      subtotalCents: 10_000,
      vatCents: 2_100,
      totalCents: 12_100,
      paidCents: 0,
      creditNoteOfInvoiceId: id,
      reason: 'Paid twice',
      lines: [{ quantity: 1, amountCents: 10_000 }],
    })
    expect(await invoice(id)).toMatchObject({ status: 'VOID', paidCents: 12_100 })
    expect(await balance()).toBe(0)
    expect(await agrees()).toEqual([])
    const { data } = (await shop.call('events.list', { query: 'filter[type]=invoice.issued' })).body
    expect(data[0].data.invoice).toMatchObject({ id: body.id, kind: 'CREDIT_NOTE', status: 'ISSUED' })
    expect((await as('invoices.markPaid', body.id)).body).toMatchObject({ status: 'PAID', paidCents: 12_100 })
  })

  test('of a top-up is refused for the spent part', async () => {
    const { id } = await pay(shop, 10_000)
    await shop.services.store.write((rows) =>
      rows.accounts.update(everyone, shop.organisation.id, { reservedCents: 1 }),
    )
    expect((await credit(id)).body).toMatchObject({ code: 'invalid_state', status: 409 })
    expect(await invoice(id)).toMatchObject({ status: 'PAID' })
    expect((await credit(id, { amountCents: 9_999 })).status).toBe(201)
  })

  test('in parts adds up to exactly the invoice, VAT included, and the last part makes it VOID', async () => {
    const { id, vatCents, totalCents } = await pay(shop, 1_007)
    const parts = [3, 3, 500]
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
    const notes: any[] = []
    for (const amountCents of parts) notes.push((await credit(id, { amountCents })).body)
    expect(await invoice(id)).toMatchObject({ status: 'PAID' })
    notes.push((await credit(id)).body)
    const sum = (field: string) => notes.reduce((total, note) => total + note[field], 0)
    expect([sum('subtotalCents'), sum('vatCents'), sum('totalCents')]).toEqual([1_007, vatCents, totalCents])
    expect(await invoice(id)).toMatchObject({ status: 'VOID' })
    expect((await credit(id)).body).toMatchObject({ code: 'invalid_state' })
    expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4].map((n) => `CN2026-00000${n}`))
  })

  test('of an unpaid invoice settles it without repayment', async () => {
    const { id } = await monthly()
    expect(await balance()).toBe(0)
    const { body } = await credit(id)
    expect(body).toMatchObject({ status: 'PAID', paidCents: 18_150, periodFrom: '2026-02-01' })
    expect(await invoice(id)).toMatchObject({ status: 'VOID', paidCents: 0, paidAt: null })
    expect(await balance()).toBe(0)
  })

  test('credits lines, never more than is left of each', async () => {
    const { id } = await monthly()
    const { body } = await credit(id, { lines: [{ line: 2, amountCents: 2_000 }, { line: 1 }] })
    expect(body).toMatchObject({
      subtotalCents: 12_000,
      lines: [
        { description: 'psp_1, wereld', quantity: 1, amountCents: 2_000 },
        { description: 'psp_1, binnenland', quantity: 100, unitPriceCents: 100, amountCents: 10_000 },
      ],
    })
    const refused = await credit(id, {
      lines: [{ line: 1 }, { line: 2, amountCents: 3_001 }, { line: 3 }, { line: 2 }],
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'lines[0].line',
      'lines[1].amountCents',
      'lines[2].line',
      'lines[3].line',
    ])
    expect((await credit(id, { lines: [{ line: 2, amountCents: 3_000 }] })).status).toBe(201)
    expect(await invoice(id)).toMatchObject({ status: 'VOID' })
  })

  test('in part of a part-paid invoice makes it PAID if nothing is open', async () => {
    const { id } = await monthly()
    await as('invoices.markPaid', id, { amountCents: 12_100 })
    const { body } = await credit(id, { amountCents: 5_000 })
    expect(body).toMatchObject({ status: 'PAID', paidCents: 6_050 })
    expect(await invoice(id)).toMatchObject({
      status: 'PAID',
      paidCents: 12_100,
      paidAt: '2026-03-04T10:00:00.000Z',
    })
  })

  const refused: [string, Record<string, unknown>, string[]][] = [
    ['a cent too much', { amountCents: 15_001 }, ['amountCents']],
    ['nothing', { amountCents: 0 }, ['amountCents']],
    ['lines and an amount', { amountCents: 1, lines: [{ line: 1 }] }, ['amountCents']],
    ['no reason', { reason: '' }, ['reason']],
    ['no lines', { lines: [] }, ['lines']],
    ['201 lines', { lines: Array.from({ length: 201 }, (_, n) => ({ line: n + 1 })) }, ['lines']],
  ]
  test.each(refused)('is refused for %s', async (_what, body, parameters) => {
    const { id } = await monthly()
    const answer = await credit(id, body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
  })

  test('cannot itself be credited, and only operators can issue one', async () => {
    const { id } = await pay(shop, 100)
    const { body } = await credit(id)
    expect((await credit(body.id)).body.code).toBe('invalid_state')
    expect((await credit('inv_0')).status).toBe(404)
    const owner = await shop.portal()
    for (const operation of ['invoices.credit', 'invoices.markPaid', 'invoices.issueMonthly']) {
      const call = { params: { id }, body: { reason: 'x' } }
      expect((await shop.call(operation, { ...call, session: owner })).body.code).toBe('insufficient_scope')
      expect((await shop.call(operation, call)).body.code).toBe('insufficient_scope')
    }
  })

  test('issued concurrently never exceeds the invoice and leaves no gap', async () => {
    const { id } = await pay(shop, 1_000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => credit(id, { amountCents: 100 })))
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.number)
    expect(made.sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => `CN2026-${String(n + 1).padStart(6, '0')}`),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await balance()).toBe(0)
  })
})

describe('paying an invoice', () => {
  test('in parts makes it PAID with the last one', async () => {
    const { id } = await monthly()
    const first = await as('invoices.markPaid', id, { amountCents: 10_000, paymentId: 'bank-1' })
    expect(first.body).toMatchObject({
      status: 'ISSUED',
      paidCents: 10_000,
      paidAt: null,
      paymentId: 'bank-1',
    })
    const tooMuch = await as('invoices.markPaid', id, { amountCents: 8_151 })
    expect(tooMuch.body.errors[0].parameter).toBe('amountCents')
    const last = await as('invoices.markPaid', id, { paidAt: '2026-03-03T12:00:00Z', paymentId: 'bank-2' })
    expect(last.body).toMatchObject({
      status: 'PAID',
      paidCents: 18_150,
      paidAt: '2026-03-03T12:00:00.000Z',
      paymentId: 'bank-2',
    })
    expect((await as('invoices.markPaid', id)).body).toMatchObject({ code: 'invalid_state' })
  })

  test.each(['2026-03-04T10:00:01Z', '2026-02-30T10:00:00Z', '0000-01-01T00:00:00+23:59', 'yesterday'])(
    'on %s is refused',
    async (paidAt) => {
      const { id } = await monthly()
      const answer = await as('invoices.markPaid', id, { paidAt })
      expect([answer.status, answer.body.errors[0].parameter]).toEqual([422, 'paidAt'])
    },
  )

  test('a month that has not ended is not invoiced', async () => {
    const call = (body: unknown) =>
      shop.call('invoices.issueMonthly', { session: operator, organisationId: shop.organisation.id, body })
    expect((await call({ month: '2026-03' })).body.errors[0].parameter).toBe('month')
    expect((await call({ month: '2026-13' })).body.errors[0].parameter).toBe('month')
    expect((await call({ month: '2026-02' })).body).toEqual({ data: [] })
    expect((await call({})).body).toEqual({ data: [] })
  })
})

describe('a requested top-up', () => {
  test('returns the transfer details, and credits nothing before an operator confirms the payment', async () => {
    const owner = await shop.portal()
    const topUp = await shop.call('billing.topUp', { session: owner, body: { amountCents: 10_000 } })
    expect(topUp).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^top_/),
        status: 'REQUESTED',
        amountCents: 10_000,
        vatCents: 2_100,
        totalCents: 12_100,
        reference: expect.stringMatching(/^[0-9A-Z]{12}$/),
        payTo: { name: 'Lettershop Amsterdam B.V.', iban: 'NL91ABNA0417164300' },
        invoiceId: null,
      },
    })
    expect((await shop.call('invoices.list')).body).toEqual([])
    const own = await shop.call('billing.confirmTopUp', {
      session: owner,
      params: { id: topUp.body.id },
      body: {},
    })
    expect(own.body.code).toBe('insufficient_scope')
    const confirmed = await as('billing.confirmTopUp', topUp.body.id, { paymentId: 'bank-9' })
    expect(confirmed).toMatchObject({
      status: 201,
      body: { status: 'PAID', paymentId: 'bank-9', subtotalCents: 10_000 },
    })
    expect(await balance()).toBe(10_000)
    expect((await as('billing.confirmTopUp', topUp.body.id)).body.code).toBe('invalid_state')
    // A client repeats the call after losing the answer.
    const repeated = await as('billing.confirmTopUp', topUp.body.id, { paymentId: 'bank-9' })
    expect([repeated.status, repeated.body]).toEqual([201, confirmed.body])
    expect(await balance()).toBe(10_000)
    const { body } = await shop.call('billing.topUps', { session: owner, query: 'filter[status]=PAID' })
    expect(body.data).toMatchObject([{ id: topUp.body.id, invoiceId: confirmed.body.id }])
  })

  test('can be cancelled until it is paid, and at most twenty can be open', async () => {
    const owner = await shop.portal()
    const requestTopUp = () => shop.call('billing.topUp', { session: owner, body: { amountCents: 1 } })
    const topUpIds = []
    for (let n = 0; n < 20; n++) topUpIds.push((await requestTopUp()).body.id as string)
    expect((await requestTopUp()).body.code).toBe('invalid_state')
    const cancel = (id: string) => shop.call('billing.cancelTopUp', { session: owner, params: { id } })
    expect((await cancel(topUpIds[0]!)).body.status).toBe('CANCELLED')
    expect((await cancel(topUpIds[0]!)).body.code).toBe('invalid_state')
    expect((await as('billing.confirmTopUp', topUpIds[0]!)).body.code).toBe('invalid_state')
    expect((await requestTopUp()).status).toBe(201)
    expect((await cancel('top_0')).status).toBe(404)
  })

  test('an account is limited to amounts with exact sums', async () => {
    await pay(shop, 1)
    await shop.services.store.write((rows) =>
      rows.accounts.update(everyone, shop.organisation.id, { balanceCents: 99_999_999_999_900 }),
    )
    await expect(pay(shop, 101)).rejects.toMatchObject({ errors: [{ parameter: 'amountCents' }] })
    expect((await pay(shop, 100)).status).toBe('PAID')
  })
})

describe('state machines', () => {
  const forbidden = [
    [invoiceLifecycle, 'PAID', 'ISSUED', 'This invoice is PAID and cannot become ISSUED.'],
    [invoiceLifecycle, 'PAID', 'PAID', 'This invoice is PAID and cannot become PAID.'],
    [invoiceLifecycle, 'VOID', 'PAID', 'This invoice is VOID and cannot become PAID.'],
    [invoiceLifecycle, 'VOID', 'ISSUED', 'This invoice is VOID and cannot become ISSUED.'],
    [invoiceLifecycle, 'VOID', 'VOID', 'This invoice is VOID and cannot become VOID.'],
    [topUpLifecycle, 'PAID', 'CANCELLED', 'This top-up is PAID and cannot become CANCELLED.'],
    [topUpLifecycle, 'CANCELLED', 'PAID', 'This top-up is CANCELLED and cannot become PAID.'],
  ] as const
  test.each(forbidden)('$1 to $2 is refused', (lifecycle, from, to, message) => {
    expect(() => lifecycle.assert(from as never, to as never)).toThrow(message)
  })
})

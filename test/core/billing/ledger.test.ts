import { beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '../../../src/core/engine/context.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { post, reserve } from '../../../src/core/features/ledger/ledger.ts'
import type { OrganisationRow } from '../../../src/core/model/organisations.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const prepaid = { billingMode: 'PREPAID' } as const

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const piece = (id: string, priceCents: number, mode: 'live' | 'test' = 'live') => ({
  id,
  organisationId: shop.organisation.id,
  mode,
  priceCents,
  currency: 'EUR',
  specificationId: 'psp_1',
  recipientCountry: 'NL',
  priceZone: null,
  billingGroup: null,
})
const pay = (amountCents: number) =>
  topUp(shop.services, { organisationId: shop.organisation.id, amountCents })
const balance = async () => (await shop.call('billing.balance')).body
const inTransaction = <T>(body: (transaction: Transaction) => Promise<T>) => transact(shop.services, body)
const take = (id: string, cents: number) =>
  inTransaction(async (transaction) => {
    const organisation = (await transaction.rows.organisations.get(everyone, shop.organisation.id))!
    return reserve(transaction, organisation, piece(id, cents), shop.clock.now())
  })
const agreeOn = (billingMode: OrganisationRow['billingMode']) =>
  shop.services.store.write((rows) =>
    rows.organisations.update(everyone, shop.organisation.id, { billingMode }),
  )
const move = (kind: 'CAPTURE' | 'RELEASE' | 'REFUND', id: string, cents: number) =>
  inTransaction(async (transaction) => post(transaction, prepaid, kind, piece(id, cents), shop.clock.now()))
const ledger = async () =>
  (await shop.call('billing.ledger', { query: 'sort=createdAt' })).body.data as {
    kind: string
    debit: string
    credit: string
    amountCents: number
    itemId: string | null
  }[]
const lowEvents = () =>
  shop.services.store.read((rows) => rows.events.find(everyone, { type: 'balance.low' }))

describe('double entry', () => {
  type Step = ['take' | 'CAPTURE' | 'RELEASE' | 'REFUND', string]
  const lives: [
    what: string,
    steps: Step[],
    balance: number,
    reserved: number,
    last: [string, string, string],
  ][] = [
    ['reserved', [['take', 'a']], 10_000, 90, ['RESERVE', 'AVAILABLE', 'RESERVED']],
    [
      'printed',
      [
        ['take', 'a'],
        ['CAPTURE', 'a'],
      ],
      9_910,
      0,
      ['CAPTURE', 'RESERVED', 'REVENUE'],
    ],
    [
      'cancelled',
      [
        ['take', 'a'],
        ['RELEASE', 'a'],
      ],
      10_000,
      0,
      ['RELEASE', 'RESERVED', 'AVAILABLE'],
    ],
    [
      'not sent',
      [
        ['take', 'a'],
        ['CAPTURE', 'a'],
        ['REFUND', 'a'],
      ],
      10_000,
      0,
      ['REFUND', 'REVENUE', 'AVAILABLE'],
    ],
    [
      'reserved twice and printed once',
      [
        ['take', 'a'],
        ['take', 'b'],
        ['CAPTURE', 'b'],
      ],
      9_910,
      90,
      ['CAPTURE', 'RESERVED', 'REVENUE'],
    ],
  ]
  test.each(lives)('an item that is %s', async (_what, steps, balanceCents, reservedCents, last) => {
    await pay(10_000)
    for (const [step, id] of steps) {
      shop.clock.advance(1)
      await (step === 'take' ? take(id, 90) : move(step, id, 90))
    }
    expect(await balance()).toMatchObject({
      balanceCents,
      reservedCents,
      availableCents: balanceCents - reservedCents,
    })
    const entries = await ledger()
    expect(entries).toHaveLength(steps.length + 1)
    const { kind, debit, credit, amountCents } = entries.at(-1)!
    expect([kind, debit, credit, amountCents]).toEqual([...last, 90])
    expect(entries[0]).toMatchObject({
      kind: 'TOP_UP',
      debit: 'CASH',
      credit: 'AVAILABLE',
      amountCents: 10_000,
    })
  })

  test('is untouched by test items, which always count as paid', async () => {
    const paid = await inTransaction(async (transaction) => {
      const item = piece('itm_t', 1_000_000, 'test')
      const answer = await reserve(transaction, shop.organisation, item, shop.clock.now())
      post(transaction, prepaid, 'CAPTURE', item, shop.clock.now())
      return answer
    })
    expect(paid).toBe(true)
    expect(await ledger()).toEqual([])
    expect(await balance()).toMatchObject({ balanceCents: 0, reservedCents: 0 })
  })

  test('contains nothing about live items in test mode', async () => {
    await pay(10_000)
    await take('itm_live', 90)
    const read = async (key: string, query: string) =>
      (await shop.call('billing.ledger', { key, query: `sort=createdAt&include=total&${query}` })).body
    expect((await read(shop.keys.live, 'filter[itemId]=itm_live')).totalCount).toBe(1)
    const all = await read(shop.keys.test, '')
    expect(all.data.map(({ kind, itemId }: { kind: string; itemId: null }) => [kind, itemId])).toEqual([
      ['TOP_UP', null],
      ['RESERVE', null],
    ])
    const counted = async (query: string) => (await read(shop.keys.test, query)).totalCount
    expect(await counted('filter[itemId]=itm_live')).toBe(0)
    expect(await counted('filter[postbatchId][in]=pbt_1,pbt_2')).toBe(0)
    expect(await counted('filter[itemId][null]=false')).toBe(0)
    expect(await counted('filter[itemId][null]=true&filter[kind]=RESERVE')).toBe(1)
    await shop.call('exports.create', { key: shop.keys.test, body: { kind: 'ledger', format: 'ndjson' } })
    await shop.core.scheduler.tick()
    const { data } = (await shop.call('exports.list', { key: shop.keys.test })).body
    const file = await shop.call('exports.file', { key: shop.keys.test, params: { id: data[0].id } })
    expect(data[0].rowCount).toBe(2)
    expect(typeof file.body === 'string' ? file.body : new TextDecoder().decode(file.body)).not.toContain(
      'itm_',
    )
  })

  test('has no entry for a free item, which needs no balance', async () => {
    expect(await take('free', 0)).toBe(true)
    expect(await ledger()).toEqual([])
  })

  test('is unchanged by a failed transaction', async () => {
    await pay(10_000)
    const before = await balance()
    const failing = inTransaction(async (transaction) => {
      await reserve(transaction, shop.organisation, piece('a', 90), shop.clock.now())
      throw new Error('No.')
    })
    await expect(failing).rejects.toThrow('No.')
    expect(await balance()).toEqual(before)
    expect(await ledger()).toHaveLength(1)
  })
})

describe('reserving', () => {
  const cases: [string, available: number, price: number, paid: boolean][] = [
    ['more than enough', 1_000, 90, true],
    ['exactly enough', 90, 90, true],
    ['one cent short', 89, 90, false],
    ['nothing', 0, 90, false],
  ]
  test.each(cases)('with %s', async (_case, available, price, paid) => {
    if (available > 0) await pay(available)
    expect(await take('a', price)).toBe(paid)
    expect(await balance()).toMatchObject({
      balanceCents: available,
      reservedCents: paid ? price : 0,
      availableCents: paid ? available - price : available,
    })
  })

  test('never reserves the same cents twice under concurrency', async () => {
    await pay(1_000)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`itm_${index}`, 90)))
    expect(answers.filter(Boolean)).toHaveLength(11)
    expect(await balance()).toMatchObject({ reservedCents: 990, availableCents: 10 })
  })

  test('is consistent within one transaction', async () => {
    await pay(200)
    const answers = await inTransaction(async (transaction) => {
      const one = (id: string) => reserve(transaction, shop.organisation, piece(id, 90), shop.clock.now())
      return [await one('a'), await one('b'), await one('c')]
    })
    expect(answers).toEqual([true, true, false])
  })

  test('can reuse what the same transaction released', async () => {
    await pay(100)
    await take('a', 90)
    const answers = await inTransaction(async (transaction) => {
      const now = shop.clock.now()
      const before = await reserve(transaction, shop.organisation, piece('b', 100), now)
      post(transaction, prepaid, 'RELEASE', piece('a', 90), now)
      return [before, await reserve(transaction, shop.organisation, piece('b', 100), now)]
    })
    expect(answers).toEqual([false, true])
    expect(await balance()).toMatchObject({ balanceCents: 100, reservedCents: 100, availableCents: 0 })
  })

  test('needs no balance for a monthly organisation: a negative balance is what it owes', async () => {
    await pay(100)
    await agreeOn('MONTHLY')
    expect(await take('a', 90)).toBe(true)
    expect(await take('b', 90)).toBe(true)
    await move('CAPTURE', 'a', 90)
    expect(await balance()).toMatchObject({ balanceCents: 10, reservedCents: 90, availableCents: -80 })
    await agreeOn('PREPAID')
    expect(await take('c', 1), 'once prepaid again').toBe(false)
  })
})

describe('balance.low', () => {
  // The threshold is 50.00; each step is a top-up (+) or a reservation (-), in cents.
  const cases: [what: string, steps: number[], eventCount: number][] = [
    ['always above the threshold', [10_000, -4_000], 0],
    ['exactly on the threshold', [10_000, -5_000], 0],
    ['a cent below it', [10_000, -5_001], 1],
    ['further down', [10_000, -5_001, -100, -100], 1],
    ['down, up and down again', [10_000, -6_000, 2_000, -2_000], 2],
    ['down and up, but not above it', [10_000, -6_000, 500, -400], 1],
    ['never above it', [4_000, -100, -100], 0],
  ]
  test.each(cases)('%s', async (_what, steps, eventCount) => {
    for (const [index, cents] of steps.entries()) {
      if (cents > 0) await pay(cents)
      else expect(await take(`itm_${index}`, -cents)).toBe(true)
    }
    expect(await lowEvents()).toHaveLength(eventCount)
  })

  test('contains the remaining amount, as a live event', async () => {
    await pay(6_000)
    await take('a', 2_500)
    const [event] = await lowEvents()
    expect(JSON.parse(event!.body)).toMatchObject({
      isTest: false,
      data: {
        balance: {
          id: shop.organisation.id,
          status: 'LOW',
          availableCents: 3_500,
          thresholdCents: 5_000,
          currency: 'EUR',
        },
      },
    })
  })

  test('is not sent to a monthly organisation, whose balance is no limit', async () => {
    await pay(6_000)
    await agreeOn('MONTHLY')
    await take('a', 2_500)
    expect(await lowEvents()).toEqual([])
  })

  test('ignores a dip that the same transaction compensates', async () => {
    await pay(6_000)
    await take('a', 900)
    await inTransaction(async (transaction) => {
      const now = shop.clock.now()
      await reserve(transaction, shop.organisation, piece('b', 800), now)
      post(transaction, prepaid, 'RELEASE', piece('a', 900), now)
    })
    expect(await lowEvents()).toEqual([])
  })
})

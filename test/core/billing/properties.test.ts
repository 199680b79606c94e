import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { creditInvoice } from '../../../src/core/features/billing/credit-note.ts'
import { openCents } from '../../../src/core/features/billing/invoice.ts'
import { allInvoiceTexts } from '../../../src/core/features/billing/invoice-words.ts'
import { issueMonthly } from '../../../src/core/features/billing/monthly.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { post, reserve } from '../../../src/core/features/ledger/ledger.ts'
import { Problem } from '../../../src/core/kernel/errors.ts'
import { vatOf } from '../../../src/core/kernel/money.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const prepaid = { billingMode: 'PREPAID' } as const

/** Steps that may change an organisation's money. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('topUp' as const), cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant('reserve' as const), cents: fc.integer({ min: 0, max: 300 }) }),
  fc.record({
    kind: fc.constantFrom('capture' as const, 'release' as const, 'refund' as const),
    of: fc.nat(9),
  }),
  fc.record({ kind: fc.constant('credit' as const), of: fc.nat(9), cents: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('mode' as const), monthly: fc.boolean() }),
  fc.record({ kind: fc.constant('month' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Piece {
  id: string
  cents: number
  state: 'reserved' | 'captured' | 'done'
}

/** Applies steps to the real ledger and to a model of it. */
class Player {
  readonly shop: TestShop
  readonly pieces: Piece[] = []
  readonly invoices: string[] = []
  available = 0
  reserved = 0
  monthly = false

  constructor(shop: TestShop) {
    this.shop = shop
  }

  async play(what: Step): Promise<void> {
    const { services, organisation } = this.shop
    const organisationId = organisation.id
    this.shop.clock.advance(1000)
    switch (what.kind) {
      case 'topUp': {
        const { id } = await topUp(services, { organisationId, amountCents: what.cents })
        this.invoices.push(id)
        this.available += what.cents
        return
      }
      case 'reserve':
        return this.#reserve(what.cents)
      case 'credit':
        return this.#credit(what.of, what.cents)
      case 'mode': {
        // The final invoice brings the balance back to the prepaid amount.
        const session = await this.shop.portal({ operator: true, organisationId })
        const billingMode = what.monthly ? 'MONTHLY' : 'PREPAID'
        const before = await this.balance()
        await this.shop.call('billing.patchTerms', { session, organisationId, body: { billingMode } })
        this.available += (await this.balance()) - before
        this.monthly = what.monthly
        return
      }
      case 'month': {
        const before = await this.balance()
        const textsIn = await allInvoiceTexts()
        await transact(services, async (transaction) => {
          const row = await transaction.rows.organisations.get(everyone, organisationId)
          const invoice = await issueMonthly(services, transaction, row!, {
            month: '2099-12',
            now: this.shop.clock.now(),
            textsIn,
          })
          if (invoice) expect(invoice.subtotalCents).toBeGreaterThan(0)
        })
        this.available += (await this.balance()) - before
        return
      }
      default:
        return this.#move(what.kind, what.of)
    }
  }

  async balance(): Promise<number> {
    return (await this.shop.call('billing.balance')).body.balanceCents
  }

  #row(piece: Pick<Piece, 'id' | 'cents'>) {
    return {
      id: piece.id,
      organisationId: this.shop.organisation.id,
      mode: 'live' as const,
      priceCents: piece.cents,
      currency: 'EUR',
      specificationId: 'psp_1',
      recipientCountry: 'NL',
      priceZone: null,
      billingGroup: null,
    }
  }

  async #reserve(cents: number): Promise<void> {
    const piece: Piece = { id: `itm_${this.pieces.length}`, cents, state: 'reserved' }
    const billingMode = this.monthly ? ('MONTHLY' as const) : ('PREPAID' as const)
    const paid = await transact(this.shop.services, (transaction) =>
      reserve(transaction, { billingMode }, this.#row(piece), this.shop.clock.now()),
    )
    expect(paid).toBe(this.monthly || cents === 0 || this.available >= cents)
    if (!paid) return
    this.pieces.push(piece)
    this.available -= cents
    this.reserved += cents
  }

  async #move(kind: 'capture' | 'release' | 'refund', of: number): Promise<void> {
    const from = kind === 'refund' ? 'captured' : 'reserved'
    const candidates = this.pieces.filter(({ state }) => state === from)
    const piece = candidates[of % Math.max(1, candidates.length)]
    if (!piece) return
    const moves = { capture: 'CAPTURE', release: 'RELEASE', refund: 'REFUND' } as const
    await transact(this.shop.services, async (transaction) =>
      post(transaction, prepaid, moves[kind], this.#row(piece), this.shop.clock.now()),
    )
    piece.state = kind === 'capture' ? 'captured' : 'done'
    if (kind !== 'refund') this.reserved -= piece.cents
    if (kind !== 'capture') this.available += piece.cents
  }

  async #credit(of: number, amountCents: number): Promise<void> {
    const id = this.invoices[of % Math.max(1, this.invoices.length)]
    if (id === undefined) return
    const { services, organisation } = this.shop
    const textsIn = await allInvoiceTexts()
    const part = { reason: 'x', amountCents }
    try {
      const note = await transact(services, (transaction) =>
        creditInvoice(services, transaction, { organisationId: organisation.id }, id, part, textsIn),
      )
      this.available -= note.subtotalCents
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
}

describe('random operations on the money of an organisation', () => {
  test('leave ledger, account and invoices equal to the cent, and no prepaid balance overspent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const shop = await createTestShop({ replay: false, clock: '2026-03-04T10:00:00Z' })
        const player = new Player(shop)
        for (const each of steps) {
          const before = player.available
          await player.play(each)
          if (!player.monthly && each.kind !== 'mode')
            expect(player.available).toBeGreaterThanOrEqual(Math.min(before, 0))
        }
        const { body } = await shop.call('billing.balance')
        expect([body.availableCents, body.reservedCents]).toEqual([player.available, player.reserved])
        const { differences, ledger } = await shop.services.store.read((rows) =>
          recount(rows, shop.organisation.id),
        )
        // The pieces of this test are not items, so the recount reports their reservations as differences.
        expect(differences.filter(({ of }) => of !== 'item')).toEqual([])
        expect(ledger.balanceCents).toBe(player.available + player.reserved)
        await invoicesAddUp(shop)
      }),
      // Every step is at least one transaction, which takes longer in a database over a socket.
      { numRuns: process.env.LETTERSHOP_TEST_STORE ? 6 : 60, seed: 20_260_304 },
    )
  })
})

const invoicesAddUp = async (shop: TestShop) => {
  const rows = await shop.services.store.read((store) =>
    store.invoices.find({ organisationId: shop.organisation.id }, {}, { order: [{ field: 'number' }] }),
  )
  for (const row of rows) {
    expect(row.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(row.subtotalCents)
    expect(row.totalCents).toBe(row.subtotalCents + row.vatCents)
    if (row.kind === 'CREDIT_NOTE') continue
    expect(row.vatCents).toBe(vatOf(row.subtotalCents, 21))
    const notes = rows.filter(({ creditNoteOfInvoiceId }) => creditNoteOfInvoiceId === row.id)
    expect(notes.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(row.creditedCents)
    expect(row.creditedCents).toBeLessThanOrEqual(row.totalCents)
    expect(row.status === 'VOID').toBe(row.creditedNetCents === row.subtotalCents)
    expect(openCents(row)).toBeGreaterThanOrEqual(0)
  }
  for (const prefix of ['2026-', 'CN2026-']) {
    const numbers = rows.map(({ number }) => number).filter((number) => number.startsWith(prefix))
    expect(numbers).toEqual(numbers.map((_, index) => `${prefix}${String(index + 1).padStart(6, '0')}`))
  }
}

describe('VAT', () => {
  test('rounds half up, and credited parts always add up to the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000_000 }), (net) => {
        const vat = vatOf(net, 21)
        expect(Number.isSafeInteger(vat)).toBe(true)
        const exact = (BigInt(net) * 21n * 2n + 100n) / 200n
        expect(BigInt(vat)).toBe(exact)
      }),
    )
  })
})

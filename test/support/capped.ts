import { expect } from 'vitest'
import { transact } from '../../src/core/engine/transact.ts'
import { spentIn } from '../../src/core/features/billing/count-spending.ts'
import { recount } from '../../src/core/features/billing/recount.ts'
import { readMoveContext } from '../../src/core/features/items/chunks.ts'
import { moveItem } from '../../src/core/features/items/move.ts'
import { saveItem } from '../../src/core/features/items/save.ts'
import { capturedStatuses, reservedStatuses } from '../../src/core/model/items.ts'
import { everyone, type Rows } from '../../src/core/ports/store.ts'
import type { ItemShopOptions } from './items.ts'
import { createPostbatchShop, type PostbatchShop } from './postbatches.ts'
import { zoe } from './recipients.ts'
import type { TestCall } from './shop.ts'

/** A shop whose owner sets spending caps. */
export interface CappedShop extends PostbatchShop {
  owner: NonNullable<TestCall['session']>
  /** Creates an item for a new recipient. */
  order(changes?: Record<string, unknown>, key?: string): ReturnType<PostbatchShop['create']>
  /** Sets the organisation's cap (null removes it) and runs the jobs that follow. */
  cap(cents: number | null): Promise<void>
  makeKey(settings?: Record<string, unknown>): Promise<{ id: string; key: string }>
  capKey(id: string, cents: number | null): Promise<void>
  /** The status of an item, with its reason if it is HELD. */
  stateOf(id: string): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  spending(): Promise<any>
  spent(): Promise<number | null>
  /** Marks a printed piece as not sent, like a report of the printer, which refunds it. */
  refund(id: string): Promise<void>
  /** Checks that counters and ledger match the items, for the organisation and each key. */
  agrees(): Promise<void>
}

export const createCappedShop = async (options: ItemShopOptions = {}): Promise<CappedShop> => {
  const shop = await createPostbatchShop({ clock: '2026-03-02T08:00:00Z', ...options })
  const { services } = shop
  const { id: organisationId } = shop.organisation
  const owner = await shop.portal()
  const ok = async (operation: string, call: TestCall) => {
    const answer = await shop.call(operation, { session: owner, ...call })
    expect(answer, operation).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    return answer.body
  }
  await ok('organisation.patch', { body: { timeZone: 'Europe/Amsterdam' } })
  await shop.settle()
  let houses = 0
  const spending = async () => (await shop.call('billing.spending')).body
  return {
    ...shop,
    owner,
    order: (changes, key) =>
      shop.create({ recipient: { ...zoe, houseNumber: String(++houses) }, ...changes }, key),
    async cap(spendingCapCents) {
      const body = await ok('billing.patchSettings', { body: { spendingCapCents } })
      expect(body.spendingCapCents).toBe(spendingCapCents)
      await shop.settle()
    },
    makeKey: (settings) =>
      ok('developers.createKey', { body: { name: 'Shop', mode: 'live', scopes: 'all', ...settings } }),
    async capKey(id, spendingCapCents) {
      const body = await ok('developers.patchKey', { params: { id }, body: { spendingCapCents } })
      expect(body.spendingCapCents).toBe(spendingCapCents)
      await shop.settle()
    },
    async stateOf(id) {
      const { status, heldReason } = await shop.row(id)
      return heldReason ? `${status} ${heldReason}` : status
    },
    spending,
    spent: async () => (await spending()).spentCents,
    refund: (id) =>
      transact(services, async (transaction) => {
        const now = services.clock.now()
        const context = await readMoveContext(services, transaction, organisationId, now)
        const item = (await transaction.rows.items.get(everyone, id))!
        await saveItem(transaction.rows, moveItem(context, item, 'NOT_SENT'))
      }),
    agrees: () => services.store.read((rows) => agrees(rows, organisationId)),
  }
}

const agrees = async (rows: Rows, organisationId: string): Promise<void> => {
  const counted = await rows.spending.find({ organisationId }, {})
  const items = await rows.items.find({ organisationId, mode: 'live' }, {})
  const { spendingCapCents } = (await rows.organisations.get(everyone, organisationId))!
  const keys = await rows.apiKeys.find({ organisationId }, {})
  for (const { apiKeyId, spentCents, month, id } of counted) {
    const key = keys.find(({ lineId }) => lineId === apiKeyId)
    // Spending is not counted after its cap was removed.
    if ((apiKeyId === null ? spendingCapCents : key!.spendingCapCents) === null) continue
    expect(spentCents, id).toBe(await spentIn(rows, organisationId, apiKeyId, month))
  }
  for (const { id, status, spentMonth } of items) {
    const isPaid = reservedStatuses.includes(status) || capturedStatuses.includes(status)
    expect([id, spentMonth !== null]).toEqual([id, isPaid])
  }
  expect((await recount(rows, organisationId)).differences).toEqual([])
}

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../../src/adapters/sqlite/store.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { heading, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The store of the run (memory, or PostgreSQL), and SQLite. */
const ports = {
  'the store of this run': async () => ({}),
  SQLite: async () => ({
    ports: { store: await createSqliteStore({ file: join(temporaryFolder(), 'test.db') }) },
  }),
}

test.each(Object.keys(ports) as (keyof typeof ports)[])(
  'a mailing from its list to the letterbox, on %s',
  async (kind) => {
    const shop = await createImportShop({ fundsCents: 89 * 445, ...(await ports[kind]()) })
    const id = await shop.draft()
    const lines = Array.from({ length: 450 }, (_, index) =>
      line(index + 1, index % 90 === 7 ? { code: 'wrong' } : index === 300 ? { first: '' } : {}),
    )
    const first = await shop.imported(id, listOfLines(...lines, line(2)))
    expect(first).toMatchObject({ status: 'COMPLETED', createdCount: 444, failedCount: 7, duplicateCount: 1 })
    const corrected = (await shop.errors(id, first.id))
      .replaceAll(';wrong;', ';1012 LG;')
      .split('\r\n')
      // Drops the row without a first name.
      .filter((row) => !row.includes('K301;;'))
      .join('\r\n')
    const second = await shop.imported(id, corrected)
    expect(second).toMatchObject({ createdCount: 5, failedCount: 1, duplicateCount: 1 })
    expect((await shop.errors(id, second.id)).split('\r\n')[0]).toContain(heading)

    await shop.step('postbatches.validate', id)
    const quote = (await shop.call('postbatches.quote', { params: { id } })).body
    expect(quote).toMatchObject({ quantity: 449, subtotalCents: 449 * 89, missingCents: 4 * 89 })
    expect((await shop.refuse('postbatches.approve', id)).body.code).toBe('insufficient_funds')
    await shop.step('postbatches.reject', id, { body: { reason: 'There is no money for it.' } })
    const rejection = { by: { type: 'API_KEY' }, reason: 'There is no money for it.' }
    expect(await shop.read(id)).toMatchObject({ status: 'DRAFT', itemCount: 449, rejection })
    expect((await shop.call('attention.get')).body.postbatchesRejected).toBe(1)
    await shop.step('postbatches.validate', id)
    const items = (await shop.call('items.list', { query: { 'filter[postbatchId]': id, limit: 4 } })).body
      .data
    for (const item of items) await shop.act('items.cancel', item.id)
    await shop.step('postbatches.approve', id)
    const { cancellableUntil, itemsByStatus } = await shop.read(id)
    expect(itemsByStatus).toMatchObject({ SCHEDULED: 445, CANCELLED: 4 })
    expect(await shop.money()).toEqual({ available: 0, reserved: 445 * 89 })

    await shop.advance(cancellableUntil)
    expect(await shop.read(id)).toMatchObject({
      status: 'IN_PRODUCTION',
      itemsByStatus: { IN_PRODUCTION: 445 },
    })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
    const spent = (await shop.call('analytics.summary', { query: { postbatchId: id } })).body.totals
    expect(spent.spendCents).toBe(445 * 89)
    const counted = await shop.services.store.read((rows) => recount(rows, shop.organisation.id))
    expect(counted.differences).toEqual([])
    expect(await shop.eventsOf(id)).toEqual(['validated', 'rejected', 'validated', 'approved', 'scheduled'])
    expect(shop.logged).toEqual([])
  },
)

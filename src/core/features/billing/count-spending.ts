import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { gt, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { emptySpending, monthIn, releaseCappedJob } from '../ledger/spending.ts'

/**
 * Corrects this month's spending in its row. Counts in a snapshot and applies only the difference, because
 * concurrent changes are added to the row as usual. False if another recount came in between.
 */
export const countSpending = async (
  services: Services,
  organisationId: string,
  apiKeyId: string | null,
): Promise<boolean> => {
  const counted = await services.store.read(async (rows) => {
    const organisation = await rows.organisations.get(everyone, organisationId)
    if (!organisation) return undefined
    const month = monthIn(organisation.timeZone, services.clock.now())
    const empty = emptySpending(organisationId, apiKeyId, month)
    const row = (await rows.spending.get({ organisationId }, empty.id)) ?? empty
    return { empty, row, spentCents: await spentIn(rows, organisationId, apiKeyId, month) }
  })
  if (!counted) return true
  const { empty, row, spentCents } = counted
  return transact(services, async ({ rows, work }) => {
    const scope = { organisationId }
    await rows.spending.add(empty, {})
    const { recounts } = row
    if (!(await rows.spending.update(scope, row.id, { recounts: recounts + 1 }, { recounts }))) return false
    await rows.spending.addIf(scope, row.id, { spentCents: spentCents - row.spentCents }, {})
    work.enqueue(releaseCappedJob(organisationId, work.realTime))
    return true
  })
}

/** Returns spending in cents: prices of items, and amounts reserved by approved Postbatches. */
export const spentIn = async (
  rows: Rows,
  organisationId: string,
  apiKeyId: string | null,
  month: string,
): Promise<number> => {
  const scope = { organisationId, mode: 'live' } as const
  const own = { spentMonth: month, ...(apiKeyId === null ? {} : { spentKeyId: apiKeyId }) }
  const approved = await rows.postbatches.find(scope, { ...own, takenCents: gt(0) })
  const waiting = approved.reduce((sum, { takenCents }) => sum + takenCents!, 0)
  return waiting + (await pricesOf(rows, scope, own))
}

/** Sums prices by counting the items of each price, because there are few different prices. */
const pricesOf = async (
  rows: Rows,
  scope: { organisationId: string; mode: 'live' },
  own: Where<ItemRow>,
): Promise<number> => {
  let sum = 0
  for (let above = 0; ; ) {
    const dearer: Where<ItemRow> = [own, { priceCents: gt(above) }]
    const [next] = await rows.items.find(scope, dearer, { order: [{ field: 'priceCents' }], limit: 1 })
    if (!next) return sum
    above = next.priceCents
    sum += above * (await rows.items.count(scope, [own, { priceCents: above }]))
  }
}

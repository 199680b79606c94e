import { spentIn } from '../../../src/core/features/billing/count-spending.ts'
import { emptySpending, monthIn } from '../../../src/core/features/ledger/spending.ts'
import { isNotNull } from '../../../src/core/kernel/query.ts'
import { everyone, type Rows } from '../../../src/core/ports/store.ts'
import type { FinalState } from './final-state.ts'

/** Returns a sentence for each spending counter of a cap that differs from a recount of this month. */
export const miscounted = async (rows: Rows, now: number): Promise<string[]> => {
  const wrong: string[] = []
  for (const { id, timeZone, spendingCapCents } of await rows.organisations.find(everyone, {})) {
    const keys = await rows.apiKeys.find({ organisationId: id }, { spendingCapCents: isNotNull })
    const capped = new Set<string | null>(keys.map(({ lineId }) => lineId))
    if (spendingCapCents !== null) capped.add(null)
    const month = monthIn(timeZone, now)
    for (const keyId of capped) {
      const row = await rows.spending.get({ organisationId: id }, emptySpending(id, keyId, month).id)
      const counted = await spentIn(rows, id, keyId, month)
      if ((row?.spentCents ?? 0) === counted) continue
      wrong.push(`${id} ${keyId ?? ''} counts ${row?.spentCents ?? 0} cents in ${month} and spent ${counted}`)
    }
  }
  return wrong
}

export const caps = {
  'no spending cap is passed': ({ history }: FinalState) => [...history.passedCaps],
  'counters of spending equal a recount': async ({ history, cluster, now }: FinalState) => [
    ...history.miscounted,
    ...(await cluster.simulation.disk.read((rows) => miscounted(rows, now))),
  ],
}

import { checkRollups } from '../../../src/core/features/analytics/check.ts'
import { type FinalState, groupBy } from './final-state.ts'

/** Daily rollups equal a recount from the items' histories and scans. */
const rollupsEqualRecount = async ({ organisations, cluster }: FinalState): Promise<string[]> => {
  const { services } = cluster.servers[0]!.core!
  const wrong: string[] = []
  for (const { id: organisationId } of organisations) {
    for (const mode of ['live', 'test'] as const) {
      const { outcome, differences } = await checkRollups(
        services,
        { organisationId, mode },
        { correct: false },
      )
      if (outcome === 'different') {
        wrong.push(...differences.map((one) => `${organisationId} ${mode}: ${JSON.stringify(one)}`))
      } else if (outcome !== 'equal') wrong.push(`${organisationId} ${mode}: ${outcome}`)
    }
  }
  return wrong
}

const totalsEqualRecount = ({ postbatches, postbatchTotals, items }: FinalState): string[] => {
  const keyOf = (row: {
    postbatchId: string | null
    status: string
    priceCents: number
    runId: string | null
  }) => `${row.postbatchId} ${row.status} ${row.priceCents} ${row.runId ?? ''}`
  const counted = groupBy(
    items.filter(({ postbatchId }) => postbatchId !== null),
    keyOf,
  )
  const stored = groupBy(postbatchTotals, keyOf)
  const existing = new Set(postbatches.map(({ id }) => id))
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((key) => {
    if (!existing.has(key.split(' ')[0]!)) return []
    const total = (stored.get(key) ?? []).reduce((sum, { itemCount }) => sum + itemCount, 0)
    const count = counted.get(key)?.length ?? 0
    return total === count ? [] : [`${key}: ${total} stored, ${count} counted`]
  })
}

const runsCountTheirItems = ({ runs, items }: FinalState): string[] => {
  const byRun = groupBy(
    items.filter(({ runId }) => runId !== null),
    ({ runId }) => runId!,
  )
  return runs.flatMap(({ id, itemCount, status }) => {
    const count = byRun.get(id)?.length ?? 0
    return itemCount === count ? [] : [`${id} (${status}) counts ${itemCount} items and has ${count}`]
  })
}

const itemsCountTheirScans = ({ items, scans }: FinalState): string[] => {
  const byItem = groupBy(scans, ({ itemId }) => itemId)
  return items.flatMap(({ id, scanCount }) => {
    const count = byItem.get(id)?.length ?? 0
    return scanCount === count ? [] : [`${id} counts ${scanCount} scans and has ${count}`]
  })
}

export const counts = {
  'rollups equal a recount': rollupsEqualRecount,
  'totals of Postbatches equal a recount': totalsEqualRecount,
  'runs count their items': runsCountTheirItems,
  'items count their scans': itemsCountTheirScans,
}

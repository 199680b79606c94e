import { checkRollups } from '../../../src/core/features/analytics/check.ts'
import { type End, groupBy } from './end.ts'

/** Daily rollups are what the items' histories and the scans give. */
const rollupsAreRecounts = async ({ organisations, town }: End): Promise<string[]> => {
  const { services } = town.servers[0]!.core!
  const wrong: string[] = []
  for (const { id: organisationId } of organisations) {
    for (const mode of ['live', 'test'] as const) {
      const { outcome, differences } = await checkRollups(services, { organisationId, mode }, { mend: false })
      if (outcome === 'different') {
        wrong.push(...differences.map((one) => `${organisationId} ${mode}: ${JSON.stringify(one)}`))
      } else if (outcome !== 'equal') wrong.push(`${organisationId} ${mode}: ${outcome}`)
    }
  }
  return wrong
}

const postbatchTotalsAreRecounts = ({ postbatches, postbatchTotals, items }: End): string[] => {
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
  const there = new Set(postbatches.map(({ id }) => id))
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((key) => {
    if (!there.has(key.split(' ')[0]!)) return []
    const total = (stored.get(key) ?? []).reduce((sum, { itemCount }) => sum + itemCount, 0)
    const count = counted.get(key)?.length ?? 0
    return total === count ? [] : [`${key}: ${total} counted, ${count} there`]
  })
}

const runsCountTheirItems = ({ runs, items }: End): string[] => {
  const byRun = groupBy(
    items.filter(({ runId }) => runId !== null),
    ({ runId }) => runId!,
  )
  return runs.flatMap(({ id, itemCount, status }) => {
    const count = byRun.get(id)?.length ?? 0
    return itemCount === count ? [] : [`${id} (${status}) counts ${itemCount} items and has ${count}`]
  })
}

const itemsCountTheirScans = ({ items, scans }: End): string[] => {
  const byItem = groupBy(scans, ({ itemId }) => itemId)
  return items.flatMap(({ id, scanCount }) => {
    const count = byItem.get(id)?.length ?? 0
    return scanCount === count ? [] : [`${id} counts ${scanCount} scans and has ${count}`]
  })
}

export const counts = {
  'rollups are recounts': rollupsAreRecounts,
  'totals of Postbatches are recounts': postbatchTotalsAreRecounts,
  'runs count their items': runsCountTheirItems,
  'items count their scans': itemsCountTheirScans,
}

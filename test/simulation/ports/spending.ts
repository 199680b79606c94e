import { everyone, type Rows } from '../../../src/core/ports/store.ts'
import type { History } from '../history.ts'

/** Records the spending counters, and a violation for each that rose above its cap without a recount. */
export const observeSpending = async (rows: Rows, history: History): Promise<void> => {
  for (const { id, organisationId, apiKeyId, spentCents, recounts } of await rows.spending.find(
    everyone,
    {},
  )) {
    const before = history.spending.get(id) ?? { spentCents: 0, recounts: 0 }
    history.spending.set(id, { spentCents, recounts })
    if (recounts !== before.recounts || spentCents <= before.spentCents) continue
    const cap = await capOf(rows, organisationId, apiKeyId)
    if (cap !== null && spentCents > cap)
      history.passedCaps.push(`${id} went from ${before.spentCents} to ${spentCents} cents of ${cap}`)
  }
}

const capOf = async (rows: Rows, organisationId: string, lineId: string | null): Promise<number | null> => {
  if (lineId === null) return (await rows.organisations.get(everyone, organisationId))!.spendingCapCents
  const [key] = await rows.apiKeys.find({ organisationId }, { lineId }, { limit: 1 })
  return key?.spendingCapCents ?? null
}

import { setFact } from '../../engine/facts.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { platformCurrency } from './accounts.ts'

const factId = 'currency'

/** The one currency in which an instance counts; euros until a catalogue says another. */
export const currencyOf = async (rows: Pick<Rows, 'facts'>): Promise<string> =>
  (await rows.facts.get(everyone, factId))?.value ?? platformCurrency

/** Whether anything live was priced or paid: from then on the currency stays. */
export const moneyWasCounted = async (
  rows: Pick<Rows, 'ledgerEntries' | 'topUps' | 'invoices' | 'analyticsDays'>,
): Promise<boolean> => {
  const one = { limit: 1, lock: 'none' } as const
  const found = [
    await rows.ledgerEntries.find(everyone, {}, one),
    await rows.topUps.find(everyone, {}, one),
    await rows.invoices.find(everyone, {}, one),
    await rows.analyticsDays.find(everyone, { mode: 'live' }, one),
  ]
  return found.some((rows) => rows.length > 0)
}

/**
 * Sets the currency, of the accounts too, which exist from the first day. Locks every organisation, so that
 * none of them counts money meanwhile. Returns false where money was counted in another one already.
 */
export const setCurrency = async (rows: WritableRows, currency: string): Promise<boolean> => {
  if ((await currencyOf(rows)) === currency) return true
  const organisations = await rows.organisations.find(everyone, {}, { lock: 'none' })
  for (const { id } of organisations.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await rows.organisations.get(everyone, id)
  if (await moneyWasCounted(rows)) return false
  await rows.accounts.updateWhere(everyone, {}, { currency })
  await setFact(rows, factId, currency)
  return true
}

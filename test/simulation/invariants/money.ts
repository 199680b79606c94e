import { recount } from '../../../src/core/features/billing/recount.ts'
import type { LedgerKind } from '../../../src/core/model/billing.ts'
import { type FinalState, groupBy } from './final-state.ts'

/** The ledger, the account, the items, the Postbatches and the invoices agree, item by item. */
const ledgerAgrees = async ({ organisations, cluster }: FinalState): Promise<string[]> => {
  const wrong: string[] = []
  for (const { id } of organisations) {
    const { differences } = await cluster.simulation.disk.read((rows) => recount(rows, id))
    wrong.push(...differences.map((difference) => `${id}: ${JSON.stringify(difference)}`))
  }
  return wrong
}

/** Within a year, invoice numbers have no gaps, and none is used twice. */
const numbersHaveNoGaps = ({ invoices }: FinalState): string[] => {
  const wrong: string[] = []
  for (const [series, numbers] of groupBy(
    invoices.map(({ number }) => number),
    (number) => number.replace(/\d+$/, ''),
  )) {
    const used = numbers.map((number) => Number(number.slice(series.length))).sort((a, b) => a - b)
    used.forEach((number, index) => {
      if (number !== index + 1) wrong.push(`${series}: number ${index + 1} is ${number}`)
    })
  }
  return wrong
}

/** The usage of an organisation that was always invoiced monthly equals its captures less its refunds. */
const usageEqualsCaptures = (state: FinalState): string[] => {
  const changed = new Set(
    state.history.calls.flatMap(({ operation, organisationId }) =>
      operation === 'billing.patchTerms' ? [organisationId] : [],
    ),
  )
  return state.organisations.flatMap(({ id, billingMode }) => {
    if (billingMode !== 'MONTHLY' || changed.has(id)) return []
    const counted = state.billingUsage
      .filter(({ organisationId }) => organisationId === id)
      .reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)
    const captured = state.ledgerEntries
      .filter(({ organisationId, itemId }) => organisationId === id && itemId !== null)
      .reduce((sum, { kind, amountCents }) => sum + (signs[kind] ?? 0) * amountCents, 0)
    return counted === captured ? [] : [`${id} used ${counted} cents and was charged ${captured}`]
  })
}
const signs: Partial<Record<LedgerKind, 1 | -1>> = { CAPTURE: 1, REFUND: -1 }

export const money = {
  'the ledger agrees item by item': ledgerAgrees,
  'invoice numbers have no gaps': numbersHaveNoGaps,
  'usage equals what was captured': usageEqualsCaptures,
}

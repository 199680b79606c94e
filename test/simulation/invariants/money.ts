import { recount } from '../../../src/core/features/billing/recount.ts'
import type { LedgerKind } from '../../../src/core/model/billing.ts'
import { type End, groupBy } from './end.ts'

/** The ledger, the account, the items, the Postbatches and the invoices say the same, item by item. */
const booksAgree = async ({ organisations, town }: End): Promise<string[]> => {
  const wrong: string[] = []
  for (const { id } of organisations) {
    const { differences } = await town.world.disk.read((rows) => recount(rows, id))
    wrong.push(...differences.map((difference) => `${id}: ${JSON.stringify(difference)}`))
  }
  return wrong
}

/** Numbers have no gaps within their year, and none is used twice. */
const numbersHaveNoGaps = ({ invoices }: End): string[] => {
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

/** Of those that were invoiced monthly all the time: what is captured less what is refunded is what usage counted. */
const usageIsWhatWasCaptured = (end: End): string[] => {
  const changed = new Set(
    end.chronicle.deeds.flatMap(({ operation, organisationId }) =>
      operation === 'billing.patchTerms' ? [organisationId] : [],
    ),
  )
  return end.organisations.flatMap(({ id, billingMode }) => {
    if (billingMode !== 'MONTHLY' || changed.has(id)) return []
    const counted = end.billingUsage
      .filter(({ organisationId }) => organisationId === id)
      .reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)
    const captured = end.ledgerEntries
      .filter(({ organisationId, itemId }) => organisationId === id && itemId !== null)
      .reduce((sum, { kind, amountCents }) => sum + (signs[kind] ?? 0) * amountCents, 0)
    return counted === captured ? [] : [`${id} used ${counted} cents and was charged ${captured}`]
  })
}
const signs: Partial<Record<LedgerKind, 1 | -1>> = { CAPTURE: 1, REFUND: -1 }

export const money = {
  'the books agree item by item': booksAgree,
  'invoice numbers have no gaps': numbersHaveNoGaps,
  'usage is what was captured': usageIsWhatWasCaptured,
}

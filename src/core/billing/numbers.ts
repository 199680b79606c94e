import { everyone, type Rows } from '../ports/store.ts'
import { series } from './invoice.ts'

/** One year of one series of numbers. */
export interface NumberSeries {
  kind: 'INVOICE' | 'CREDIT_NOTE'
  year: string
  /** Numbers that were taken, and documents that have one. */
  taken: number
  issued: number
}

/**
 * Every series of numbers with how many were taken and how many documents have one. Numbers are unique and counted from
 * one, so a series has no gap exactly where the two are equal.
 */
export const countNumbers = async (rows: Rows): Promise<NumberSeries[]> => {
  const found: NumberSeries[] = []
  for (const kind of ['INVOICE', 'CREDIT_NOTE'] as const) {
    const prefix = `${series[kind].counter}|`
    const counters = await rows.counters.find(everyone, [{ field: 'id', op: 'startsWith', value: prefix }])
    for (const { id, value } of counters) {
      const year = id.slice(prefix.length)
      const issued = await rows.invoices.count(everyone, [
        { field: 'number', op: 'startsWith', value: `${series[kind].prefix}${year}-` },
      ])
      found.push({ kind, year, taken: value, issued })
    }
  }
  return found
}

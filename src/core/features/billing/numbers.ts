import { invalid } from '../../kernel/errors.ts'
import { startsWith } from '../../kernel/query.ts'
import type { InvoiceRow } from '../../model/billing.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { assertInvoicing } from './invoicing-hold.ts'

type Kind = InvoiceRow['kind']

/** `elsewhere` counts numbers of documents that this instance does not know: they were issued behind the backup it is from. */
const series = {
  INVOICE: { counter: 'invoices', elsewhere: 'invoicesElsewhere', prefix: '' },
  CREDIT_NOTE: { counter: 'creditNotes', elsewhere: 'creditNotesElsewhere', prefix: 'CN' },
} as const
const kinds = ['INVOICE', 'CREDIT_NOTE'] as const

const numberOf = (kind: Kind, year: string, value: number): string =>
  `${series[kind].prefix}${year}-${String(value).padStart(6, '0')}`

/**
 * Gapless within a year for each kind: a number is taken in the transaction that uses it, or not at all. The year is
 * the issue date's, a day of the seller, because numbers run through all organisations. Throws 409 while invoicing is held.
 */
export const nextNumber = async (
  rows: Pick<WritableRows, 'counters' | 'facts'>,
  kind: Kind,
  issueDate: string,
): Promise<string> => {
  await assertInvoicing(rows)
  const year = issueDate.slice(0, 4)
  return numberOf(kind, year, await count(rows, `${series[kind].counter}|${year}`, 1))
}

const count = async (rows: Pick<WritableRows, 'counters'>, id: string, by: number): Promise<number> =>
  (await rows.counters.add({ id, organisationId: null, value: 0 }, { value: by })).value

/** One year of one series of numbers. */
export interface NumberSeries {
  kind: Kind
  year: string
  /** Numbers that were taken, and documents here that have one. */
  taken: number
  issued: number
  /** Numbers of documents that only people know, because they were issued behind the backup that this instance is from. */
  elsewhere: number
  /** The last number that was taken. */
  last: string
}

/** Numbers are unique and counted from one, so a series has no gap exactly where every number taken has its document. */
export const hasNoGap = ({ taken, issued, elsewhere }: NumberSeries): boolean => taken === issued + elsewhere

/** Every series of numbers with how many were taken and how many documents have one. */
export const countNumbers = async (rows: Rows): Promise<NumberSeries[]> => {
  const found: NumberSeries[] = []
  for (const kind of kinds) {
    const prefix = `${series[kind].counter}|`
    const counters = await rows.counters.find(everyone, { id: startsWith(prefix) })
    for (const { id, value: taken } of counters) {
      const year = id.slice(prefix.length)
      const issued = await rows.invoices.count(everyone, {
        number: startsWith(`${series[kind].prefix}${year}-`),
      })
      const elsewhere = await rows.counters.get(everyone, `${series[kind].elsewhere}|${year}`)
      const last = numberOf(kind, year, taken)
      found.push({ kind, year, taken, issued, elsewhere: elsewhere?.value ?? 0, last })
    }
  }
  return found
}

/** More are a slip of the hand, which could not be taken back. */
export const maxNumbersElsewhere = 100_000

/** Numbers go on behind this one, which was given out behind the backup. `parameter` is what said it. Throws 422. */
export const goOnBehind = async (
  rows: WritableRows,
  kind: Kind,
  number: string,
  parameter: string,
): Promise<void> => {
  const { prefix, counter, elsewhere } = series[kind]
  const parts = new RegExp(`^${prefix}(\\d{4})-(\\d{6,9})$`).exec(number)
  if (!parts) throw invalid(parameter, `A number reads ${numberOf(kind, '2026', 57)}.`)
  const [year, value] = [parts[1]!, Number(parts[2])]
  const taken = (await rows.counters.get(everyone, `${counter}|${year}`, { lock: 'wait' }))?.value ?? 0
  if (value < taken) {
    throw invalid(parameter, `${numberOf(kind, year, taken)} was given out here; say the last one of all.`)
  }
  if (value - taken > maxNumbersElsewhere) {
    throw invalid(parameter, `That is more than ${maxNumbersElsewhere} behind the last one known here.`)
  }
  if (value === taken) return
  await count(rows, `${counter}|${year}`, value - taken)
  await count(rows, `${elsewhere}|${year}`, value - taken)
}

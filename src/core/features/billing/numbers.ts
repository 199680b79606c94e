import { invalid } from '../../kernel/errors.ts'
import { startsWith } from '../../kernel/query.ts'
import type { InvoiceRow } from '../../model/billing.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { assertInvoicing } from './invoicing-hold.ts'
import { billingSentences } from './sentences.ts'

type Kind = InvoiceRow['kind']

/** `elsewhere` counts numbers issued after the backup from which this instance was restored. */
const series = {
  INVOICE: { counter: 'invoices', elsewhere: 'invoicesElsewhere', prefix: '' },
  CREDIT_NOTE: { counter: 'creditNotes', elsewhere: 'creditNotesElsewhere', prefix: 'CN' },
} as const
const kinds = ['INVOICE', 'CREDIT_NOTE'] as const

const numberOf = (kind: Kind, year: string, value: number): string =>
  `${series[kind].prefix}${year}-${String(value).padStart(6, '0')}`

/**
 * Takes the next number, gapless within a year for each kind, because it is taken in the transaction that
 * uses it. The year is that of the issue date in the seller's time zone. Throws 409 while invoicing is held.
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

export interface NumberSeries {
  kind: Kind
  year: string
  taken: number
  /** Documents of this instance that have one. */
  issued: number
  /** Numbers issued after the backup from which this instance was restored; it lacks their documents. */
  elsewhere: number
  last: string
}

/** Numbers are unique and counted from one, so equal counts mean no gap. */
export const hasNoGap = ({ taken, issued, elsewhere }: NumberSeries): boolean => taken === issued + elsewhere

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

/** Skipping more numbers is considered a typing error, because skipped numbers can't be taken back. */
export const maxNumbersElsewhere = 100_000

/** Continues after a number issued after the backup. Throws 422 on `parameter` for an impossible number. */
export const continueAfter = async (
  rows: WritableRows,
  kind: Kind,
  number: string,
  parameter: string,
): Promise<void> => {
  const { prefix, counter, elsewhere } = series[kind]
  const parts = new RegExp(`^${prefix}(\\d{4})-(\\d{6,9})$`).exec(number)
  if (!parts)
    throw invalid(
      parameter,
      billingSentences.sentence('invalid.number', { example: numberOf(kind, '2026', 57) }),
    )
  const [year, value] = [parts[1]!, Number(parts[2])]
  const taken = (await rows.counters.get(everyone, `${counter}|${year}`, { lock: 'wait' }))?.value ?? 0
  if (value < taken) {
    const number = numberOf(kind, year, taken)
    throw invalid(parameter, billingSentences.sentence('invalid.number_issued', { number }))
  }
  if (value - taken > maxNumbersElsewhere) {
    throw invalid(parameter, billingSentences.sentence('invalid.number_far', { limit: maxNumbersElsewhere }))
  }
  if (value === taken) return
  await count(rows, `${counter}|${year}`, value - taken)
  await count(rows, `${elsewhere}|${year}`, value - taken)
}

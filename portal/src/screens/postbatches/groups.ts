import type { components } from '../../api/types.gen.ts'

type BadRow = Pick<components['schemas']['ImportBadRow'], 'row' | 'cells' | 'problems'>
type ProblemGroup = components['schemas']['ImportProblemGroup']

/** Bad rows with the same problem in the same column, over the whole list, and those of them that are shown. */
export interface Group<R extends BadRow = BadRow> extends Pick<ProblemGroup, 'code' | 'column' | 'rowCount'> {
  /** Index of the column if one value can be given for all rows. */
  at: number | undefined
  /** The text that the column has in all rows. */
  value: string | null
  /** Rows below this heading: a row with several problems is in the first of its groups. */
  rows: R[]
  /** Rows with this problem below another heading. */
  elsewhere: R[]
  /** Number of rows that aren't loaded. */
  hiddenCount: number
}

/** Fields that differ for each recipient, so that one value for all would be wrong. */
const ofOneRecipient: ReadonlySet<string> = new Set([
  'recipient.name',
  'recipient.companyName',
  'recipient.street',
  'recipient.houseNumber',
  'recipient.houseNumberSuffix',
  'recipient.addressLine2',
  'recipient.postalCode',
  'reference',
])

export const keyOf = ({ code, column }: Pick<Group, 'code' | 'column'>): string =>
  JSON.stringify([code, column])

const has = ({ problems }: BadRow, { code, column }: Pick<Group, 'code' | 'column'>): boolean =>
  problems.some((one) => one.code === code && one.column === column)

/**
 * Puts the loaded rows into the groups of the list. `order` has the keys of the groups as last shown, so that
 * none moves when another becomes smaller; it gets the new ones.
 */
export const groupsOf = <R extends BadRow>(
  columns: readonly string[],
  found: readonly ProblemGroup[],
  rows: readonly R[],
  order: string[],
): Group<R>[] => {
  const known = found.filter(({ code }) => code !== 'duplicate_recipient')
  for (const key of known.map(keyOf)) if (!order.includes(key)) order.push(key)
  const left = new Set(rows)
  const all = known
    .toSorted((one, other) => order.indexOf(keyOf(one)) - order.indexOf(keyOf(other)))
    .map((group): Group<R> => {
      const { code, column, rowCount, takesValue, value, fields } = group
      const those = rows.filter((row) => has(row, group))
      const own = those.filter((row) => left.delete(row))
      const isForAll = takesValue && value !== null && !fields.some((field) => ofOneRecipient.has(field))
      return {
        code,
        column,
        rowCount,
        at: isForAll ? columns.indexOf(column) : undefined,
        value,
        rows: own,
        elsewhere: those.filter((row) => !own.includes(row)),
        hiddenCount: Math.max(0, rowCount - those.length),
      }
    })
  // A group whose rows are all below other headings only matters if it takes a value.
  const groups = all.filter(
    ({ rows, hiddenCount, at, rowCount }) =>
      rows.length > 0 || hiddenCount > 0 || (at !== undefined && rowCount > 1),
  )
  if (left.size === 0) return groups
  // Groups and rows are two answers, between which rows may be corrected.
  const rest = { code: '', column: '', at: undefined, value: null, elsewhere: [], hiddenCount: 0 }
  return [...groups, { ...rest, rowCount: left.size, rows: [...left] }]
}

import { isNull } from '../../kernel/query.ts'
import type { ImportErrorRow, ImportRow } from '../../model/imports.ts'

/** A row as the list has it, with what is wrong with it. */
type BadRow = Pick<ImportErrorRow, 'row' | 'cells' | 'problems'> & { formatted?: readonly (string | null)[] }

/** Replaces characters that no database can store; the row was refused because of them. */
const storable = (cell: string): string => cell.replaceAll('\0', '\uFFFD').toWellFormed()

export const errorId = (importId: string, row: number): string =>
  `${importId}|${String(row).padStart(8, '0')}`

/** Whether the person of a bad row is in the Postbatch already: the row needs no correction. */
export const isDuplicate = ({ problems }: { problems: readonly { code: string }[] }): boolean =>
  problems.some(({ code }) => code === 'duplicate_recipient')

/** Bad rows still to be corrected. Rows that were left out by hand are kept as well. */
export const toMend = { leftOutAt: isNull } as const

/** A bad row as it is kept until it is mended. */
export const errorRow = (
  { id, organisationId, mode }: Pick<ImportRow, 'id' | 'organisationId' | 'mode'>,
  { row, cells, problems, formatted = [] }: BadRow,
): ImportErrorRow => ({
  id: errorId(id, row),
  organisationId,
  mode,
  importId: id,
  row,
  cells: cells.map(storable),
  problems,
  leftOutAt: null,
  formatted: formatted.length > 0 ? formatted.map((shown) => shown && storable(shown)) : null,
})

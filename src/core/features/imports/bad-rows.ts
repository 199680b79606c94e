import type { Services } from '../../engine/services.ts'
import { gt, isNull } from '../../kernel/query.ts'
import type { ImportErrorRow, ImportRow } from '../../model/imports.ts'
import { surplusCells } from '../../ports/csv.ts'
import { problemColumn, rowColumn } from '../lists/mapping/apply.ts'
import { overrideColumn } from '../lists/mapping/fields.ts'
import { importSentences } from './sentences.ts'

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

const pageSize = 200

/** Which rows are in the file beside those to be corrected. */
interface Included {
  /** Those whose person is in the Postbatch already. */
  duplicates: boolean
  /** Those that were left out by hand. */
  leftOut: boolean
}

/**
 * The bad rows of an import as the file had them, with their numbers and problems, in the file's own
 * separator. Streams; formulas are neutralised.
 */
export const errorsCsv = (
  services: Services,
  row: ImportRow,
  included: Included,
): AsyncIterable<Uint8Array> =>
  services.csv.encode(linesOf(services, row, included), {
    delimiter: row.dialect.delimiter,
    bom: true,
    neutraliseFormulas: true,
  })

async function* linesOf(
  services: Services,
  { id, organisationId, heading }: ImportRow,
  { duplicates, leftOut }: Included,
): AsyncGenerator<string[]> {
  const ours = [overrideColumn, rowColumn, problemColumn]
  const kept = heading.flatMap((name, index) => (ours.includes(name) ? [] : [{ name, index }]))
  const override = heading.indexOf(overrideColumn)
  yield [...kept.map(({ name }) => name), ...ours]
  for (let after = 0; ; ) {
    const page = await services.store.read((rows) =>
      rows.importErrors.find(
        { organisationId },
        { importId: id, row: gt(after), ...(leftOut ? {} : toMend) },
        { order: [{ field: 'row' }], limit: pageSize },
      ),
    )
    for (const { cells, row, problems, leftOutAt } of page) {
      if (!duplicates && leftOutAt === null && isDuplicate({ problems })) continue
      const told = problems.map(({ column, message }) =>
        message.includes(column) ? message : `${column}: ${message}`,
      )
      yield [
        ...kept.map(({ index }) => cells[index] ?? ''),
        cells[override] ?? '',
        String(row),
        [...(leftOutAt === null ? [] : [importSentences.say('left_out').message]), ...told].join(' '),
        // Surplus cells follow the added columns: they must not be lost, nor fill a column that they do not
        // belong to.
        ...surplusCells(heading.length, cells),
      ]
    }
    if (page.length < pageSize) return
    after = page.at(-1)!.row
  }
}

import type { Services } from '../../engine/services.ts'
import { gt, isNull } from '../../kernel/query.ts'
import type { ImportErrorRow, ImportRow } from '../../model/imports.ts'
import { surplusCells } from '../../ports/csv.ts'
import { problemColumn, rowColumn } from '../lists/mapping/apply.ts'
import { overrideColumn } from '../lists/mapping/fields.ts'
import { importSentences } from './sentences.ts'

type BadRow = Pick<ImportErrorRow, 'row' | 'cells' | 'problems'> & { formatted?: readonly (string | null)[] }

/** Replaces characters that databases can't store. They are among the row's errors. */
const storable = (cell: string): string => cell.replaceAll('\0', '\uFFFD').toWellFormed()

export const errorId = (importId: string, row: number): string =>
  `${importId}|${String(row).padStart(8, '0')}`

/** True if the person is already in the Postbatch, so that the row needs no correction. */
export const isDuplicate = ({ problems }: { problems: readonly { code: string }[] }): boolean =>
  problems.some(({ code }) => code === 'duplicate_recipient')

/** Matches rows to correct, without those left out manually, which are stored too. */
export const toCorrect = { leftOutAt: isNull } as const

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

/** Reads the bad rows after a row of the file in pages, in order. */
export async function* badRowPages(
  services: Services,
  { id, organisationId }: Pick<ImportRow, 'id' | 'organisationId'>,
  { after = 0, leftOut = false }: { after?: number | undefined; leftOut?: boolean } = {},
): AsyncGenerator<ImportErrorRow[]> {
  for (let from = after; ; ) {
    const page = await services.store.read((rows) =>
      rows.importErrors.find(
        { organisationId },
        { importId: id, row: gt(from), ...(leftOut ? {} : toCorrect) },
        { order: [{ field: 'row' }], limit: pageSize },
      ),
    )
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    from = page.at(-1)!.row
  }
}

/** Further rows to include. */
interface Included {
  /** Rows whose person is already in the Postbatch. */
  duplicates: boolean
  /** Rows left out manually. */
  leftOut: boolean
}

/** Returns bad rows in their original form and delimiter, with their problems. Formulas are neutralised. */
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
  row: ImportRow,
  { duplicates, leftOut }: Included,
): AsyncGenerator<string[]> {
  const { heading } = row
  const ours = [overrideColumn, rowColumn, problemColumn]
  const kept = heading.flatMap((name, index) => (ours.includes(name) ? [] : [{ name, index }]))
  const override = heading.indexOf(overrideColumn)
  yield [...kept.map(({ name }) => name), ...ours]
  for await (const page of badRowPages(services, row, { leftOut })) {
    for (const { cells, row: number, problems, leftOutAt } of page) {
      if (!duplicates && leftOutAt === null && isDuplicate({ problems })) continue
      const messages = problems.map(({ column, message }) =>
        message.includes(column) ? message : `${column}: ${message}`,
      )
      yield [
        ...kept.map(({ index }) => cells[index] ?? ''),
        cells[override] ?? '',
        String(number),
        [...(leftOutAt === null ? [] : [importSentences.sentence('left_out').message]), ...messages].join(
          ' ',
        ),
        // Surplus cells follow the added columns, so that they are neither lost nor fill the wrong column.
        ...surplusCells(heading.length, cells),
      ]
    }
  }
}

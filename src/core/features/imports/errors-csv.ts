import type { Services } from '../../engine/services.ts'
import { gt } from '../../kernel/query.ts'
import type { ImportRow } from '../../model/imports.ts'
import { surplusCells } from '../../ports/csv.ts'
import { problemColumn, rowColumn } from '../lists/mapping/apply.ts'
import { overrideColumn } from '../lists/mapping/fields.ts'
import { isDuplicate, toMend } from './bad-rows.ts'
import { importSentences } from './sentences.ts'

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

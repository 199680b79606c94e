import type { ProcessContext } from '../../engine/context.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportRow } from '../../model/imports.ts'
import { CsvFault } from '../../ports/csv.ts'
import { samplesOf, shownFileRows, shownRowsOf } from '../lists/list-column.ts'
import { listFileOf, recordsOf } from '../lists/records.ts'
import { headingRowOf } from './import.ts'
import type { ImportSample } from './schema.ts'

const { sampleRows, shownRows } = importLimits

/** The first rows of an import's file, and the values that stand in each column of them. */
export const sampleOf = async (
  { services }: Pick<ProcessContext, 'services'>,
  row: ImportRow,
): Promise<ImportSample> => {
  const records = await firstRows(services, row, row.headRecords, sampleRows)
  await services.turns.rest()
  const fileRows = await firstRows(services, row, 0, shownRows)
  await services.turns.rest()
  return {
    columns: row.heading.map((name, place) => ({ name, samples: samplesOf(records, place) })),
    rows: shownRowsOf(records, row.headRecords),
    fileRows: shownFileRows(fileRows, headingRowOf(row)),
  }
}

/** None where the file is gone; those before the first that cannot be read. */
const firstRows = async (
  services: ProcessContext['services'],
  { organisationId, uploadId, sheet, dialect }: ImportRow,
  from: number,
  count: number,
): Promise<string[][]> => {
  const upload = await services.store.read((rows) => rows.uploads.get({ organisationId }, uploadId))
  const file = listFileOf(upload, sheet)
  const chunks = file && (await recordsOf(services, { ...file, dialect }, from, count))
  try {
    for await (const { records } of chunks ?? []) return records
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
  }
  return []
}

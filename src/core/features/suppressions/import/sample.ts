import type { ProcessContext } from '../../../engine/context.ts'
import { importLimits } from '../../../model/import-limits.ts'
import { type ImportField, importFields } from '../../../model/suppressions-imports.ts'
import { fold } from '../../lists/fold.ts'
import { samplesOf, shownFileRows } from '../../lists/list-column.ts'
import type { OpenedList } from '../../lists/open-list.ts'
import { suggestForList } from '../../lists/suggest-for-list.ts'
import { columnsOf } from './columns.ts'
import type { SuppressionImportSample } from './schema.ts'

const { columnNameLength } = importLimits

/** The columns of a list with some of their values, and the field that each seems to hold. */
export const sampleOf = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
): Promise<SuppressionImportSample> => {
  const { heading, headingRow, rows, fileRows, dialect, questions } = list
  const seen = new Set<string>()
  const columns: SuppressionImportSample['columns'] = []
  for (const [place, name] of heading.entries()) {
    await services.turns.rest()
    // An import finds a column by its folded name, of up to so many characters, and takes the first that has it.
    if (fold(name) === '' || name.length > columnNameLength || seen.has(fold(name))) continue
    seen.add(fold(name))
    columns.push({ name, samples: samplesOf(rows, place) })
  }
  const suggestion = await suggestionOf({ services, organisation }, list)
  const called = columnsOf(heading, { mapping: {}, fields: {} }).columns
  const mapping: SuppressionImportSample['mapping'] = {}
  for (const field of importFields) {
    const place = called[field]
    // What several columns make is in `fields` alone.
    const column =
      place === undefined ? suggestion.mapping?.fields[`recipient.${field}`]?.column : heading[place]
    if (column) mapping[field] = column
  }
  return {
    sheet: dialect.sheet ?? null,
    encoding: dialect.encoding,
    headingRow,
    fileRows: shownFileRows(fileRows, headingRow),
    columns,
    mapping,
    fields: Object.fromEntries(
      Object.entries(suggestion.mapping?.fields ?? {}).filter(([field]) => isRecipient(field, called)),
    ),
    questions: [...questions, ...suggestion.questions],
  }
}

/** The mapping that the columns of a list suggest, with the questions that it leaves to its owner. */
export const suggestionOf = (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  { heading, rows, file, dialect }: OpenedList,
): ReturnType<typeof suggestForList> =>
  suggestForList(
    services,
    { heading, rows, country: organisation.country, variables: [], required: [] },
    { ...file, dialect, from: (dialect.headRecords ?? 1) + rows.length },
  )

/** A column that is called as a field is that field. */
const isRecipient = (field: string, called: Partial<Record<ImportField, number>>): boolean => {
  const name = field.replace(/^recipient\./, '') as ImportField
  return field.startsWith('recipient.') && called[name] === undefined
}

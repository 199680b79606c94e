import type { ProcessContext } from '../../../engine/context.ts'
import type { Mapping } from '../../../model/mapping.ts'
import { type ImportField, importFields } from '../../../model/suppressions.ts'
import { samplesOf, shownFileRows } from '../../lists/list-column.ts'
import type { OpenedList } from '../../lists/open-list.ts'
import { type Below, suggestForList } from '../../lists/suggest-for-list.ts'
import { columnsOf } from './columns.ts'
import type { SuppressionImportSample } from './schema.ts'

/** The columns of a list with some of their values, and the field that each seems to hold. */
export const sampleOf = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
): Promise<SuppressionImportSample> => {
  const { heading, headingRow, rows, fileRows, dialect, questions } = list
  const columns: SuppressionImportSample['columns'] = []
  for (const [place, name] of heading.entries()) {
    await services.turns.rest()
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
    fields: suggestedSources(heading, suggestion.mapping),
    questions: [...questions, ...suggestion.questions],
  }
}

/** The mapping that the columns of a list suggest, with the questions that it leaves to its owner. */
export const suggestionOf = (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
): ReturnType<typeof suggestForList> =>
  suggestForList(
    services,
    {
      heading: list.heading,
      rows: list.rows,
      country: organisation.country,
      variables: [],
      required: [],
    },
    belowOf(list),
  )

/** The list below its first rows. */
export const belowOf = ({ file, dialect, rows }: OpenedList): Below => ({
  ...file,
  dialect,
  from: (dialect.headRecords ?? 1) + rows.length,
})

/** The sources of a suggestion for fields that no column is called after. */
export const suggestedSources = (
  heading: readonly string[],
  suggested: Mapping | null,
): SuppressionImportSample['fields'] => {
  const called = columnsOf(heading, { mapping: {}, fields: {} }).columns
  return Object.fromEntries(
    Object.entries(suggested?.fields ?? {}).filter(([field]) => isRecipient(field, called)),
  )
}

/** A column that is called as a field is that field. */
const isRecipient = (field: string, called: Partial<Record<ImportField, number>>): boolean => {
  const name = field.replace(/^recipient\./, '') as ImportField
  return field.startsWith('recipient.') && called[name] === undefined
}

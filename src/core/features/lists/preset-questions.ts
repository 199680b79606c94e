import { importLimits, type Mapping, type Question, type Source } from '../../model/mapping.ts'
import { shownCell } from './list-column.ts'
import { asInFile, withWords, withWordsKept, wordsOf } from './mapping/sources.ts'
import { questionSentences } from './sentences.ts'
import type { rowsThatFill } from './suggest-for-list.ts'

type Fields = Readonly<Record<string, Pick<Source, 'column' | 'columns' | 'value' | 'separator'>>>

/** A recipient column that a preset does not use, and its field. */
export interface MissedColumn {
  column: string
  field: string
}

const columnsOf = ({ column, columns }: Fields[string]): readonly string[] =>
  column === undefined ? (columns ?? []) : [column]

/**
 * Returns columns of fields that the preset does not fill, and columns that the suggestion joins to the
 * preset's. Fields that the preset fills by a constant or other columns are complete.
 */
const missedColumns = (
  suggested: Pick<Mapping, 'fields'> | null,
  preset: Pick<Mapping, 'fields'>,
): MissedColumn[] => {
  const fields: Fields = preset.fields
  const used = new Set(Object.values(fields).flatMap(columnsOf))
  return Object.entries<Fields[string]>(suggested?.fields ?? {}).flatMap(([field, source]) => {
    const own = fields[field]
    const columns = columnsOf(source)
    const isExtended = own === undefined || columns.some((column) => columnsOf(own).includes(column))
    if (!field.startsWith('recipient.') || !isExtended) return []
    return columns.filter((column) => !used.has(column)).map((column) => ({ column, field }))
  })
}

/** Returns the preset's source with the missed columns, in the suggestion's order. */
export const withMissed = (suggested: Source, own: Source | undefined, missed: readonly string[]): Source => {
  const present = own ? columnsOf(own) : []
  const columns = [
    ...present.filter((column) => !columnsOf(suggested).includes(column)),
    ...columnsOf(suggested).filter((column) => present.includes(column) || missed.includes(column)),
  ]
  const [only, ...others] = columns
  if (others.length === 0 && suggested.column === only) return suggested
  const separator = own?.separator ?? suggested.separator
  const joined = separator === undefined ? { columns } : { columns, separator }
  const words = { ...wordsOf(suggested), ...(own ? wordsOf(own) : {}) }
  return withWordsKept(withWords(others.length === 0 ? { column: only! } : joined, words), own)
}

interface ListOfPreset {
  heading: readonly string[]
  rows: readonly string[][]
  suggested: Mapping | null
  /** Undefined if the import has none; nothing is asked then. */
  preset: Mapping | undefined
}

/**
 * Returns questions about name and address columns that the suggestion uses, the preset does not, and some
 * row fills. `below` finds rows that fill columns which are empty in the first rows.
 */
export const questionsOfPreset = async (
  { heading, rows, suggested, preset: given }: ListOfPreset,
  below: (places: readonly number[]) => ReturnType<typeof rowsThatFill>,
): Promise<Question[]> => {
  if (!given) return []
  const preset = asInFile(given, heading)
  const missed = missedColumns(suggested, preset).slice(0, importLimits.questions)
  const filled = (among: readonly string[][], column: string) => {
    const cells = among.map((cells) => cells[heading.indexOf(column)]?.trim() ?? '')
    return [...new Set(cells.filter((cell) => cell !== ''))]
  }
  const empty = missed.filter(({ column }) => filled(rows, column).length === 0)
  const later = empty.length > 0 ? await below(empty.map(({ column }) => heading.indexOf(column))) : []
  return missed.flatMap(({ column, field }) => {
    const samples = filled([...rows, ...later], column)
    if (samples.length === 0) return []
    const part = field === 'recipient.name' ? 'name' : 'address'
    const source = withMissed(suggested!.fields[field]!, preset.fields[field], [column])
    return [
      {
        ...questionSentences.sentence(`unused_column.${part}`, { column }),
        column,
        choices: [
          { choice: 'include', fields: { [field]: source } },
          { choice: 'leave_out', fields: {} },
        ],
        samples: samples.slice(0, importLimits.samples).map((cell) => shownCell(cell)),
        required: true,
      },
    ]
  })
}

import type { Mapping, Question } from '../../model/mapping.ts'
import { importLimits } from '../../model/mapping.ts'
import { shownCell } from './list-column.ts'
import { asInFile } from './mapping/column-places.ts'
import { missedColumns, withMissed } from './mapping/missed-columns.ts'
import { questionSentences } from './sentences.ts'
import type { rowsThatFill } from './suggest-for-list.ts'

interface ListOfPreset {
  heading: readonly string[]
  /** The first rows of the list. */
  rows: readonly string[][]
  suggested: Mapping | null
  /** Absent where the import names none: nothing is asked then. */
  preset: Mapping | undefined
}

/**
 * A question for each column of a name or an address that the suggestion would use, the preset does not, and some
 * row fills. `below` looks for rows that fill columns which the first rows leave empty.
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
        ...questionSentences.say(`unused_column.${part}`, { column }),
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

import * as v from 'valibot'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { importLimits } from '../../model/import-limits.ts'

const { samples, sampleLength } = importLimits

/** A column of a list, to be mapped to a field. */
export const listColumnSchema = namedObject('ListColumn', 'A column of a list, with what stands in it.', {
  name: described(v.string(), 'Name of the column.'),
  samples: described(
    v.array(v.string()),
    `Up to ${importLimits.samples} different values of it, from the first ${importLimits.sampleRows} rows, cut off after ${importLimits.sampleLength} characters.`,
  ),
})

/** What a list shows of a cell. */
export const shownCell = (cell: string): string =>
  [...cell.slice(0, 2 * sampleLength)].slice(0, sampleLength).join('')

/** The different values of a column in these rows. */
export const samplesOf = (rows: readonly (readonly string[])[], place: number): string[] =>
  [...new Set(rows.map((cells) => shownCell(cells[place] ?? '').trim()))]
    .filter((value) => value !== '')
    .slice(0, samples)

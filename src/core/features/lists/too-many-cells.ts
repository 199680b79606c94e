import type { Said } from '../../kernel/sentences.ts'
import { listSentences } from './sentences.ts'

/** What is said of a record with more cells than the heading: its cells may be in the wrong columns. */
export const surplusSaid = (columns: number, surplus: readonly string[]): Said =>
  listSentences.say('too_many_cells.row', { cells: columns + surplus.length, columns })

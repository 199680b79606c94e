import { columnsOfSource, type Source } from '../../../model/mapping.ts'
import { placeOf } from './column-places.ts'

type Words = Readonly<Record<string, string>>

/** The words for units that a source prints, by the column that each belongs to. */
export const wordsOf = ({ column, unitWord, unitWords }: Source): Words =>
  column === undefined ? (unitWords ?? {}) : unitWord === undefined ? {} : { [column]: unitWord }

/** The source with these words, as far as it has their columns, and without its own. */
export const withWords = ({ unitWord: _one, unitWords: _more, ...source }: Source, words: Words): Source => {
  const kept = columnsOfSource(source).filter((column) => Object.hasOwn(words, column))
  if (kept.length === 0) return source
  if (source.column !== undefined) return { ...source, unitWord: words[source.column]! }
  return { ...source, unitWords: Object.fromEntries(kept.map((column) => [column, words[column]!])) }
}

/** The source with the word of one of its columns, or without where there is none; others are left as they are. */
export const withWordOf = (source: Source, asked: string, word: string | undefined): Source => {
  const columns = columnsOfSource(source)
  const column = columns[placeOf(columns, asked)]
  if (column === undefined) return source
  const { [column]: _before, ...others } = wordsOf(source)
  return withWords(source, word === undefined ? others : { ...others, [column]: word })
}

/** A source that replaces another: the columns of the earlier one keep the words, or the lack of them, that they have. */
export const withWordsKept = (source: Source, earlier: Source | undefined): Source => {
  const before = earlier ? wordsOf(earlier) : {}
  return (earlier ? columnsOfSource(earlier) : []).reduce(
    (one, column) => withWordOf(one, column, Object.hasOwn(before, column) ? before[column] : undefined),
    source,
  )
}

import { foldName } from '../../../address/index.ts'
import { asError, type ParameterError } from '../../../kernel/errors.ts'
import { columnsOfSource, type Mapping, type Source } from '../../../model/mapping.ts'
import { listSentences } from '../sentences.ts'

export const unknownColumns = (mapping: Mapping, heading: readonly string[]): ParameterError[] => {
  const known = heading.slice(0, 50).join(', ').slice(0, 1_000)
  return Object.entries(mapping.fields).flatMap(([field, source]) =>
    columnsOfSource(source).flatMap((column, index) => {
      if (placeOf(heading, column) >= 0) return []
      const own = source.column === undefined ? `columns[${index}]` : 'column'
      return [
        asError(
          listSentences.sentence('unknown_column.list', { column, known }),
          `mapping.fields.${field}.${own}`,
        ),
      ]
    }),
  )
}

/** Returns the mapping with the file's spelling of columns, without fields that have a missing column. */
export const asInFile = (mapping: Mapping, heading: readonly string[]): Mapping => {
  const nameOf = (column: string) => heading[placeOf(heading, column)]!
  const inFile = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(words).flatMap(([column, word]) =>
        placeOf(heading, column) < 0 ? [] : [[nameOf(column), word]],
      ),
    )
  const present = Object.entries(mapping.fields).filter(([, source]) =>
    columnsOfSource(source).every((column) => placeOf(heading, column) >= 0),
  )
  const fields = present.map(([field, { column, columns, unitWords, ...rest }]) => [
    field,
    {
      ...(column === undefined ? {} : { column: nameOf(column) }),
      ...(columns === undefined ? {} : { columns: columns.map(nameOf) }),
      ...(unitWords === undefined ? {} : { unitWords: inFile(unitWords) }),
      ...rest,
    },
  ])
  return { ...mapping, fields: Object.fromEntries(fields) }
}

/**
 * Returns the index of a column: by its exact name, else ignoring case, accents and punctuation; -1 if
 * missing.
 */
export const placeOf = (heading: readonly string[], column: string): number => {
  const exact = heading.indexOf(column)
  if (exact >= 0) return exact
  const folded = foldName(column)
  return folded === '' ? -1 : heading.findIndex((name) => foldName(name) === folded)
}

type Words = Readonly<Record<string, string>>

export const wordsOf = ({ column, unitWord, unitWords }: Source): Words =>
  column === undefined ? (unitWords ?? {}) : unitWord === undefined ? {} : { [column]: unitWord }

/** Returns the source with these unit words, without those of other columns. */
export const withWords = ({ unitWord: _one, unitWords: _more, ...source }: Source, words: Words): Source => {
  const kept = columnsOfSource(source).filter((column) => Object.hasOwn(words, column))
  if (kept.length === 0) return source
  if (source.column !== undefined) return { ...source, unitWord: words[source.column]! }
  return { ...source, unitWords: Object.fromEntries(kept.map((column) => [column, words[column]!])) }
}

export const withWordOf = (source: Source, name: string, word: string | undefined): Source => {
  const columns = columnsOfSource(source)
  const column = columns[placeOf(columns, name)]
  if (column === undefined) return source
  const { [column]: _before, ...others } = wordsOf(source)
  return withWords(source, word === undefined ? others : { ...others, [column]: word })
}

/** Returns the source with the unit words, or their absence, of the columns that `earlier` had. */
export const withWordsKept = (source: Source, earlier: Source | undefined): Source => {
  const before = earlier ? wordsOf(earlier) : {}
  return (earlier ? columnsOfSource(earlier) : []).reduce(
    (one, column) => withWordOf(one, column, Object.hasOwn(before, column) ? before[column] : undefined),
    source,
  )
}

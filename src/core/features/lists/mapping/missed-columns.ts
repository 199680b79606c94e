import type { Mapping, Source } from '../../../model/mapping.ts'
import { withWords, withWordsKept, wordsOf } from './words-of-sources.ts'

type Fields = Readonly<Record<string, Pick<Source, 'column' | 'columns' | 'value' | 'separator'>>>

/** A column of a recipient that a list has and a preset does not use, and the field that it belongs to. */
export interface MissedColumn {
  column: string
  field: string
}

const columnsOf = ({ column, columns }: Fields[string]): readonly string[] =>
  column === undefined ? (columns ?? []) : [column]

/**
 * The columns of names and addresses that the suggestion for a list uses and a preset does not: those of a field
 * that the preset does not fill, and those that the suggestion joins to columns of the preset. A field that the
 * preset fills otherwise, by a constant or from other columns, misses none.
 */
export const missedColumns = (
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

/** The source of a field with missed columns, in the order of the suggestion. */
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

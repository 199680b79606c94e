import type { components } from '../../api/types.gen.ts'
import { columnsOf } from './columns.ts'

type Mapping = components['schemas']['Mapping']
type Source = components['schemas']['MappingSource']
type Question = components['schemas']['ListQuestion']

/** Returns a source's unit words by column. */
const wordsOf = ({ column, unitWord, unitWords = {} }: Source): Readonly<Record<string, string>> =>
  column === undefined || unitWord === undefined ? unitWords : { [column]: unitWord }

/** Adds a column that the preset lacks to a source, in the suggested order. */
const withMissed = (suggested: Source, own: Source | undefined, missed: string): Source => {
  const present = own ? columnsOf(own) : []
  const columns = [
    ...present.filter((column) => !columnsOf(suggested).includes(column)),
    ...columnsOf(suggested).filter((column) => present.includes(column) || column === missed),
  ]
  const [only, ...others] = columns
  if (others.length === 0 && suggested.column === only) return suggested
  const words = columns.flatMap((column) => {
    const word = wordsOf(own && present.includes(column) ? own : suggested)[column]
    return word === undefined ? [] : [[column, word] as const]
  })
  if (others.length === 0) return { column: only!, ...(words[0] ? { unitWord: words[0][1] } : {}) }
  const separator = own?.separator ?? suggested.separator
  return {
    columns,
    ...(separator === undefined ? {} : { separator }),
    ...(words.length === 0 ? {} : { unitWords: Object.fromEntries(words) }),
  }
}

/** Adds columns of questions answered with `include` to the mapping. */
export const withIncluded = (
  mapping: Mapping | undefined,
  suggested: Mapping | null,
  included: readonly Question[],
): Mapping | undefined => {
  if (!mapping || !suggested) return mapping
  const fields = { ...mapping.fields }
  for (const { column, choices } of included) {
    const adds = choices.find(({ choice }) => choice === 'include')?.fields ?? {}
    for (const field of Object.keys(adds))
      fields[field] = withMissed(suggested.fields[field]!, fields[field], column!)
  }
  return { ...mapping, fields }
}

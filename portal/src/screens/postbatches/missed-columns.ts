import type { components } from '../../api/types.gen.ts'
import { columnsOf } from './columns.ts'

type Mapping = components['schemas']['Mapping']
type Source = components['schemas']['MappingSource']
type SampledColumns = components['schemas']['ImportSample']['columns']

/** A column of a recipient that a list has and a preset does not use, and the field that it belongs to. */
export interface MissedColumn {
  column: string
  field: string
}

/**
 * As the server asks about them beside a preset: the columns of names and addresses that the suggestion for a list uses and a preset does not: those of a field
 * that the preset does not fill, and those that the suggestion joins to columns of the preset. A field that the
 * preset fills otherwise, by a constant or from other columns, misses none.
 */
const missedColumns = (suggested: Mapping | null, preset: Mapping): MissedColumn[] => {
  const { fields } = preset
  const used = new Set(Object.values(fields).flatMap(columnsOf))
  return Object.entries(suggested?.fields ?? {}).flatMap(([field, source]) => {
    const own = fields[field]
    const columns = columnsOf(source)
    const isExtended = own === undefined || columns.some((column) => columnsOf(own).includes(column))
    if (!field.startsWith('recipient.') || !isExtended) return []
    return columns.filter((column) => !used.has(column)).map((column) => ({ column, field }))
  })
}

/** The source of a field with missed columns, in the order of the suggestion. */
const withMissed = (suggested: Source, own: Source | undefined, missed: readonly string[]): Source => {
  const present = own ? columnsOf(own) : []
  const columns = [
    ...present.filter((column) => !columnsOf(suggested).includes(column)),
    ...columnsOf(suggested).filter((column) => present.includes(column) || missed.includes(column)),
  ]
  const [only, ...others] = columns
  if (others.length === 0) return suggested.column === only ? suggested : { column: only! }
  const separator = own?.separator ?? suggested.separator
  return separator === undefined ? { columns } : { columns, separator }
}

/** The columns with values that the suggestion for a list uses and a preset does not, with samples. */
export const missedIn = (
  suggested: Mapping | null,
  preset: Mapping,
  sampled: SampledColumns = [],
  used: ReadonlySet<string> = new Set(),
) =>
  missedColumns(suggested, preset).flatMap((one) => {
    const samples = sampled.find(({ name }) => name === one.column)?.samples ?? []
    return samples.length > 0 && !used.has(one.column) ? [{ ...one, samples }] : []
  })

/** The mapping with columns that its preset does not know. */
export const withIncluded = (
  mapping: Mapping | undefined,
  suggested: Mapping | null,
  included: readonly MissedColumn[],
): Mapping | undefined => {
  if (!mapping || !suggested || included.length === 0) return mapping
  const fields = { ...mapping.fields }
  for (const { field, column } of included)
    fields[field] = withMissed(suggested.fields[field]!, fields[field], [column])
  return { ...mapping, fields }
}

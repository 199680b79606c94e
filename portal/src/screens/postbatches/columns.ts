import type { components } from '../../api/types.gen.ts'

type Mapping = components['schemas']['Mapping']
type Source = components['schemas']['MappingSource']

/** Recipient fields in the order of an envelope. */
export const plainFields = [
  'recipient.name',
  'recipient.companyName',
  'recipient.street',
  'recipient.houseNumber',
  'recipient.houseNumberSuffix',
  'recipient.addressLine2',
  'recipient.postalCode',
  'recipient.city',
  'recipient.region',
  'recipient.country',
  'reference',
] as const

/** Represents a suggested source that isn't a single column: joined columns or a fixed value. */
export const asSuggested = '\u0000suggested'

export const columnsOf = ({ column, columns }: Source): readonly string[] =>
  column === undefined ? (columns ?? []) : [column]

/** Returns the selected option of a source: a column or the suggestion. */
export const choiceOf = (source: Source | undefined): string =>
  source === undefined ? '' : (source.column ?? asSuggested)

/**
 * Returns the mapping of the choices; undefined if there are none. Suggested sources keep their settings. A
 * street column is split if the house number has no column, and a postal code column if the city has none.
 */
export const mappingOf = (
  choices: Readonly<Record<string, string>>,
  suggested: Mapping | null,
): Mapping | undefined => {
  const fields: Mapping['fields'] = {}
  for (const [field, choice] of Object.entries(choices)) {
    if (choice === '') continue
    const source = suggested?.fields[field]
    if (source && choiceOf(source) === choice) fields[field] = { ...source }
    else fields[field] = { column: choice }
  }
  const split = (field: string, other: string, way: NonNullable<Source['split']>) => {
    const source = fields[field]
    if (!source?.column) return
    if (fields[other]) delete source.split
    else source.split = way
  }
  split('recipient.street', 'recipient.houseNumber', 'streetAndNumber')
  split('recipient.postalCode', 'recipient.city', 'postalCodeAndCity')
  return Object.keys(fields).length > 0 ? { ...suggested, fields } : undefined
}

/** Adds a column of forms of address before the name. */
export const withBeforeName = (mapping: Mapping | undefined, column: string): Mapping | undefined => {
  const name = mapping?.fields['recipient.name']
  if (!mapping || !name || column === '') return mapping
  const { column: _alone, columns: _joined, ...rest } = name
  const columns = [column, ...columnsOf(name).filter((one) => one !== column)]
  return { ...mapping, fields: { ...mapping.fields, 'recipient.name': { ...rest, columns } } }
}

/** Whether a field is a text merge field (JSON Schema): these print numbers as the workbook shows them. */
export const printsText = (field: string, properties: Readonly<Record<string, object>>): boolean => {
  const property = field.startsWith('data.') ? properties[field.slice('data.'.length)] : undefined
  return property !== undefined && !('format' in property) && !('pattern' in property)
}

type SampleRow = components['schemas']['ImportSample']['rows'][number]

/** Returns up to three different samples of joined columns, as printed for text fields. */
export const joinedSamples = (
  rows: readonly SampleRow[],
  heading: readonly string[],
  { columns, isText }: { columns: readonly string[]; isText: boolean },
): string => {
  const places = columns.map((column) => heading.indexOf(column))
  const joined = rows.map((row) => {
    const cells = (isText ? row.printed : undefined) ?? row.cells
    return places
      .map((place) => cells[place]?.trim())
      .filter(Boolean)
      .join(' ')
  })
  return [...new Set(joined)].filter(Boolean).slice(0, 3).join(', ')
}

/** Returns up to three samples of a field's columns, separated by commas. */
export const samplesToShow = (
  sample: components['schemas']['ImportSample'] | undefined,
  heading: readonly string[],
  { columns, isText }: { columns: readonly string[]; isText: boolean },
): string => {
  if (columns.length > 1) return joinedSamples(sample?.rows ?? [], heading, { columns, isText })
  const column = sample?.columns.find(({ name }) => name === columns[0])
  return ((isText ? column?.printed : undefined) ?? column?.samples ?? []).slice(0, 3).join(', ')
}

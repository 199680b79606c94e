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

/** Returns the text of a field in a row of the file, before the check formats it. */
export const textIn = (
  { column, columns, separator = ' ', value, default: fallback = '' }: Source,
  heading: readonly string[],
  row: SampleRow,
  isText: boolean,
): string => {
  if (value !== undefined) return value
  const cells = (isText ? row.printed : undefined) ?? row.cells
  const texts = (column === undefined ? (columns ?? []) : [column])
    .map((name) => cells[heading.indexOf(name)]?.trim() ?? '')
    .filter(Boolean)
  return texts.join(separator) || fallback
}

/** Fields that the address on an envelope can't do without. */
const ofAddress: readonly string[] = [
  'recipient.name',
  'recipient.street',
  'recipient.postalCode',
  'recipient.city',
]

/**
 * Groups fields by their initial mapping, so that none moves while the user chooses: those that are needed,
 * others with a source, and the rest.
 */
export const groupFields = (
  fields: readonly string[],
  suggested: Mapping | null | undefined,
  missing: readonly string[],
): { needed: string[]; recognised: string[]; others: string[] } => {
  const has = (field: string) => suggested?.fields[field] !== undefined
  const isNeeded = (field: string) =>
    missing.includes(field) || ((ofAddress.includes(field) || field.startsWith('data.')) && has(field))
  const rest = fields.filter((field) => !isNeeded(field))
  const isShown = (field: string) => has(field) || field === 'recipient.country'
  return {
    // Missing ones first: they are what is left to do.
    needed: fields
      .filter(isNeeded)
      .toSorted((a, b) => Number(missing.includes(b)) - Number(missing.includes(a))),
    recognised: rest.filter(isShown),
    others: rest.filter((field) => !isShown(field)),
  }
}

/** Returns the missing fields that still have no column; another field may stand in for some. */
export const stillMissing = (missing: readonly string[], choiceFor: (field: string) => string): string[] =>
  missing.filter((field) => {
    if (choiceFor(field) !== '') return false
    if (field === 'recipient.name') return choiceFor('recipient.companyName') === ''
    return field !== 'recipient.city' || choiceFor('recipient.postalCode') === ''
  })

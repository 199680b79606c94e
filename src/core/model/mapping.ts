import * as v from 'valibot'
import { recipientFields } from '../address/index.ts'
import { named, namedStrictObject } from '../kernel/wire-schema.ts'
import { importLimits } from './import-limits.ts'
import { itemLimits } from './item-limits.ts'

const plainTargets = [...recipientFields.map((field) => `recipient.${field}`), 'reference', 'addressOverride']

/** `data.<merge field>` and `metadata.<key>` besides: what an item takes. */
export const isTarget = (text: string): boolean => {
  if (plainTargets.includes(text)) return true
  const [, kind, name] = /^(data|metadata)\.(.+)$/s.exec(text) ?? []
  const most = kind === 'data' ? itemLimits.dataNameLength : itemLimits.metadataKeyLength
  return name !== undefined && name.length <= most && name !== '__proto__'
}

const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'The text holds characters that cannot be stored.',
)
const text = (most: number) => v.pipe(v.string(), v.maxLength(most), storable)
export const columnName = v.pipe(text(importLimits.columnNameLength), v.minLength(1))

/** Two things that lists keep in one column. */
export const splits = ['streetAndNumber', 'postalCodeAndCity'] as const

export const sourceSchema = named(
  'MappingSource',
  'Where the value of an item’s field comes from: exactly one of `column`, `columns` and `value`.',
  v.pipe(
    v.strictObject({
      column: v.optional(columnName),
      /** Joined, empty ones left out. */
      columns: v.optional(
        v.pipe(v.array(columnName), v.minLength(2), v.maxLength(importLimits.joinedColumns)),
      ),
      /** Between joined columns; a space by default. */
      separator: v.optional(text(5)),
      value: v.optional(text(itemLimits.dataValueLength)),
      /** Where the column is empty. */
      default: v.optional(text(itemLimits.dataValueLength)),
      split: v.optional(v.picklist(splits)),
    }),
    v.check(
      ({ column, columns, value }) =>
        [column, columns, value].filter((given) => given !== undefined).length === 1,
      'Name exactly one of column, columns and value.',
    ),
  ),
)
export type Source = v.InferOutput<typeof sourceSchema>

export const locales = ['nl', 'de', 'fr', 'en-GB', 'en-US'] as const

export const mappingSchema = namedStrictObject(
  'Mapping',
  'Which column of a list fills which field of an item.',
  {
    /** Source of each field: `recipient.…`, `data.…`, `metadata.…`, `reference`, `addressOverride`. */
    fields: v.pipe(
      v.record(v.pipe(v.string(), v.check(isTarget, 'There is no such field of an item.')), sourceSchema),
      v.maxEntries(importLimits.mappedFields),
      v.check((fields) => Object.keys(fields).length > 0, 'Map at least one field.'),
    ),
    /** How the list writes days and numbers; `nl` by default. */
    locale: v.optional(v.picklist(locales)),
  },
)
export type Mapping = v.InferOutput<typeof mappingSchema>

export const columnsOfSource = ({ column, columns }: Source): string[] =>
  column === undefined ? [...(columns ?? [])] : [column]

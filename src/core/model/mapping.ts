import * as v from 'valibot'
import { recipientFields } from '../address/schema.ts'
import { described, named, namedStrictObject, storable } from '../kernel/wire-schema.ts'
import { itemLimits } from './item-limits.ts'
import { mappingSentences } from './sentences.ts'

/** Documented in `docs/limits.md`. */
export const importLimits = {
  /** Limit per file, without the heading. */
  rows: 500_000,
  columnNameLength: 200,
  mappedFields: 130,
  joinedColumns: 8,
  /** Examined for suggestions. */
  sampleRows: 50,
  /** Shown with the import; `errors.csv` has all. */
  shownProblems: 20,
  /** Values per column in a sample, rows in it, and characters per cell. */
  samples: 5,
  shownRows: 10,
  sampleLength: 200,
  /** Postal codes per request, characters per code, and cities counted and shown for each. */
  townCodes: 100,
  postalCodeLength: 20,
  countedTowns: 20,
  shownTowns: 3,
  /** Limit per request. */
  correctedRows: 200,
  /** Bad rows compared with open questions after some were corrected. */
  comparedRows: 1_000,
  /** Bad rows grouped in one request, groups shown, and rows shown of each. */
  groupedRows: 5_000,
  problemGroups: 100,
  groupSamples: 5,
  questions: 100,
  /** Unused columns with a question each; one more question names the rest. */
  askedColumns: 50,
  answers: 200,
  presets: 200,
  /** Days of real time, since bad rows contain addresses. */
  errorDays: 30,
} as const

const plainTargets = [
  ...recipientFields.map((field) => `recipient.${field}`),
  'reference',
  'billingGroup',
  'addressOverride',
]

/** True for an item field, `data.<merge field>` or `metadata.<key>`. */
export const isTarget = (text: string): boolean => {
  if (plainTargets.includes(text)) return true
  const [, kind, name] = /^(data|metadata)\.(.+)$/s.exec(text) ?? []
  const most = kind === 'data' ? itemLimits.dataNameLength : itemLimits.metadataKeyLength
  return name !== undefined && name.length <= most && name !== '__proto__'
}

const text = (most: number) => v.pipe(v.string(), v.maxLength(most), storable)
export const columnName = v.pipe(text(importLimits.columnNameLength), v.minLength(1))

/** Pairs of values that a list may combine in one column. */
export const splits = ['streetAndNumber', 'postalCodeAndCity'] as const

export const sourceSchema = named(
  'MappingSource',
  'Source of an item field: exactly one of `column`, `columns` and `value`.',
  v.pipe(
    v.strictObject({
      column: described(v.optional(columnName), 'Column name.'),
      columns: described(
        v.optional(v.pipe(v.array(columnName), v.minLength(2), v.maxLength(importLimits.joinedColumns))),
        'Columns whose values are joined, without empty ones.',
      ),
      separator: described(v.optional(text(5)), 'Separator of joined values; a space by default.'),
      value: described(v.optional(text(itemLimits.dataValueLength)), 'A constant value for every row.'),
      default: described(v.optional(text(itemLimits.dataValueLength)), 'Default for an empty column.'),
      unitWord: described(
        v.optional(v.pipe(text(20), v.minLength(1))),
        'Word for a unit within a building, such as `Apt`, printed before a bare number in countries that use one. For `recipient.houseNumberSuffix` and `recipient.addressLine2`.',
      ),
      unitWords: described(
        v.optional(
          v.pipe(
            v.record(columnName, v.pipe(text(20), v.minLength(1))),
            v.maxEntries(importLimits.joinedColumns),
          ),
        ),
        'The same for `columns`: the word of each column that has one, by its name in `columns`.',
      ),
      split: described(
        v.optional(v.picklist(splits)),
        'The column combines two values; this field takes its part.',
      ),
    }),
    v.check(
      ({ column, columns, value }) =>
        [column, columns, value].filter((given) => given !== undefined).length === 1,
      mappingSentences.message('invalid_value.source'),
    ),
  ),
)
export type Source = v.InferOutput<typeof sourceSchema>

export const locales = ['nl', 'de', 'fr', 'en-GB', 'en-US'] as const

export const mappingSchema = namedStrictObject('Mapping', 'The columns of a list by item field.', {
  fields: described(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.check(isTarget, mappingSentences.message('invalid_value.target'))),
        sourceSchema,
      ),
      v.maxEntries(importLimits.mappedFields),
      v.check(
        (fields) => Object.keys(fields).length > 0,
        mappingSentences.message('invalid_value.no_fields'),
      ),
    ),
    'Source of each field: `recipient.…`, `data.…`, `metadata.…`, `reference` or `addressOverride`.',
  ),
  locale: described(
    v.optional(v.picklist(locales)),
    'Notation of days and numbers in the list. If absent, the values of each column decide; an ambiguous value raises a question (`date_order`, `decimal_sign`).',
  ),
})
export type Mapping = v.InferOutput<typeof mappingSchema>

export const columnsOfSource = ({ column, columns }: Source): string[] =>
  column === undefined ? [...(columns ?? [])] : [column]

/** A possible answer, and the sources of fields that it adds to the mapping. */
export interface QuestionChoice {
  choice: string
  fields: Record<string, Source>
  /** Rows or values of the file as this choice reads them. */
  samples?: string[]
  /** Set for a choice of a sheet. */
  rowCount?: number
  isHidden?: boolean
}

/** A question about a list that only its owner can answer. */
export interface Question {
  code: string
  /** Null if it is about the whole file. */
  column: string | null
  message: string
  params?: Readonly<Record<string, string | number>> | undefined
  choices: QuestionChoice[]
  /** Values of the file that raised it. */
  samples: string[]
  /** The import can't start without an answer. */
  required: boolean
  /** The choice indicated by the file's values. */
  suggested?: string
}

/** Identified by code and column of the question. */
export interface Answer {
  code: string
  column: string | null
  choice: string
}

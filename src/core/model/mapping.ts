import * as v from 'valibot'
import { recipientFields } from '../address/schema.ts'
import { storable } from '../kernel/wire-fields.ts'
import { described, named, namedStrictObject } from '../kernel/wire-schema.ts'
import { itemLimits } from './item-limits.ts'
import { mappingSentences } from './sentences.ts'

/** The limits of imports; `docs/limits.md` lists them. */
export const importLimits = {
  /** Rows of one file, without the heading. */
  rows: 500_000,
  columnNameLength: 200,
  mappedFields: 130,
  joinedColumns: 8,
  /** Rows that are examined for suggestions. */
  sampleRows: 50,
  /** Problems that the import itself shows; `errors.csv` has all of them. */
  shownProblems: 20,
  /** Values that a sample shows of each column, rows that it shows, and characters of a cell in it. */
  samples: 5,
  shownRows: 10,
  sampleLength: 200,
  /** Postal codes whose towns one request asks for, characters of one, and towns that are counted and shown of each. */
  townCodes: 100,
  postalCodeLength: 20,
  countedTowns: 20,
  shownTowns: 3,
  /** Bad rows that are mended by one request. */
  mendedRows: 200,
  /** Bad rows that are compared with the open questions after some were corrected. */
  comparedRows: 1_000,
  /** Questions about one list, and answers to them. */
  questions: 100,
  /** Unused columns that are asked about one by one; one question names those beyond. */
  askedColumns: 50,
  answers: 200,
  presets: 200,
  /** Real days for which bad rows are kept, since they hold people's addresses. */
  errorDays: 30,
} as const

const plainTargets = [
  ...recipientFields.map((field) => `recipient.${field}`),
  'reference',
  'billingGroup',
  'addressOverride',
]

/**
 * Whether a text names a field that a mapping may fill: a field of an item, `data.<merge field>` or
 * `metadata.<key>`.
 */
export const isTarget = (text: string): boolean => {
  if (plainTargets.includes(text)) return true
  const [, kind, name] = /^(data|metadata)\.(.+)$/s.exec(text) ?? []
  const most = kind === 'data' ? itemLimits.dataNameLength : itemLimits.metadataKeyLength
  return name !== undefined && name.length <= most && name !== '__proto__'
}

const text = (most: number) => v.pipe(v.string(), v.maxLength(most), storable)
export const columnName = v.pipe(text(importLimits.columnNameLength), v.minLength(1))

/** Pairs of values that lists hold in one column. */
export const splits = ['streetAndNumber', 'postalCodeAndCity'] as const

export const sourceSchema = named(
  'MappingSource',
  'Where the value of an item’s field comes from: exactly one of `column`, `columns` and `value`.',
  v.pipe(
    v.strictObject({
      column: described(v.optional(columnName), 'Name of the column.'),
      columns: described(
        v.optional(v.pipe(v.array(columnName), v.minLength(2), v.maxLength(importLimits.joinedColumns))),
        'Names of columns whose values are joined; empty ones are left out.',
      ),
      separator: described(v.optional(text(5)), 'What stands between joined values; a space if absent.'),
      value: described(v.optional(text(itemLimits.dataValueLength)), 'The same value for every row.'),
      default: described(v.optional(text(itemLimits.dataValueLength)), 'Taken where the column is empty.'),
      unitWord: described(
        v.optional(v.pipe(text(20), v.minLength(1))),
        'The word for a unit within a building that is printed before a number alone, e.g. `Apt`, in countries that write one: of `recipient.houseNumberSuffix` and `recipient.addressLine2`.',
      ),
      unitWords: described(
        v.optional(
          v.pipe(
            v.record(columnName, v.pipe(text(20), v.minLength(1))),
            v.maxEntries(importLimits.joinedColumns),
          ),
        ),
        'The same of `columns`: the word of each column that has one, by its name in `columns`.',
      ),
      split: described(
        v.optional(v.picklist(splits)),
        'The column holds two things, of which this field takes its part.',
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

export const mappingSchema = namedStrictObject(
  'Mapping',
  'Which column of a list fills which field of an item.',
  {
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
      'How the list writes days and numbers. If absent, the values of each column decide; a value that two notations read differently is a question (`date_order`, `decimal_sign`).',
    ),
  },
)
export type Mapping = v.InferOutput<typeof mappingSchema>

export const columnsOfSource = ({ column, columns }: Source): string[] =>
  column === undefined ? [...(columns ?? [])] : [column]

/** What can be answered to a question, and the sources of fields that the answer adds to the mapping. */
export interface QuestionChoice {
  choice: string
  fields: Record<string, Source>
  /** Rows or values of the file as this choice reads them. */
  samples?: string[]
  /** Of a choice of a sheet. */
  rowCount?: number
  isHidden?: boolean
}

/** Something about a list that only its owner can decide. */
export interface Question {
  code: string
  /** The column that it is about; null where it is about the whole file. */
  column: string | null
  message: string
  params?: Readonly<Record<string, string | number>> | undefined
  choices: QuestionChoice[]
  /** Values from the file that raised it. */
  samples: string[]
  /** True where an import does not start before it is answered. */
  required: boolean
  /** The choice that the values of the file decide. */
  suggested?: string
}

/** The answer to the question with this code about this column. */
export interface Answer {
  code: string
  column: string | null
  choice: string
}

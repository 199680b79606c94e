import * as v from 'valibot'
import { csvDelimiters, csvEncodings } from '../../kernel/csv-dialect.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { failureCodes } from '../../model/imports.ts'
import { importStatuses } from '../../model/imports-lifecycle.ts'
import { mappingSchema } from '../../model/mapping.ts'

const integer = v.pipe(v.number(), v.integer())
const csvEncoding = named('CsvEncoding', 'Encoding of a CSV file.', v.picklist(csvEncodings))
const csvDelimiter = named(
  'CsvDelimiter',
  'What separates the columns of a CSV file: comma, semicolon, tab or vertical bar.',
  v.picklist(csvDelimiters),
)
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

export const suggestionSchema = namedObject(
  'MappingSuggestion',
  'A mapping for the columns of a list, as far as they could be recognised.',
  {
    /** Null where no column looks like anything. */
    mapping: v.nullable(mappingSchema),
    /** Columns that it does not use. */
    unusedColumns: v.array(v.string()),
    /** Fields that an item needs and that no column looks like. */
    missingFields: v.array(v.string()),
  },
)

export const importSchema = namedObject('Import', 'A list of recipients on its way into a Postbatch.', {
  id: v.string(),
  isTest: v.boolean(),
  postbatchId: v.string(),
  uploadId: v.string(),
  fileName: v.string(),
  status: v.picklist(importStatuses),
  /** Everything is checked and nothing is created. */
  dryRun: v.boolean(),
  encoding: csvEncoding,
  delimiter: csvDelimiter,
  /** The file's first row names its columns; otherwise they are called `column 1`, `column 2`, … */
  header: v.boolean(),
  columns: v.array(v.string()),
  mapping: v.nullable(mappingSchema),
  presetId: v.nullable(v.string()),
  suggestion: suggestionSchema,
  /** Rows dealt with so far, the heading apart; created, failed and empty ones add up to it. */
  rowCount: integer,
  createdCount: integer,
  /** Of those created, the ones on the suppression list. */
  suppressedCount: integer,
  /** Rows to mend: `errors.csv`. */
  failedCount: integer,
  /** Of those failed, the ones that are in the Postbatch or in the file already. */
  duplicateCount: integer,
  emptyCount: integer,
  /** How much of the file was read, 0 to 1. */
  progress: v.number(),
  /** The first problems; `errors.csv` has all of them with the rows as they were. */
  problems: v.array(v.object({ row: integer, column: v.string(), code: v.string(), message: v.string() })),
  /** Why it FAILED; what was created before stays. */
  failure: v.nullable(v.object({ code: v.picklist(failureCodes), message: v.string() })),
  revision: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
  startedAt: v.nullable(dateTime),
  completedAt: v.nullable(dateTime),
})
export type Import = v.InferOutput<typeof importSchema>

const chosen = {
  mapping: v.optional(mappingSchema),
  /** A mapping preset instead of a mapping. */
  presetId: v.optional(id),
  dryRun: v.optional(v.boolean()),
}

export const importInput = namedStrictObject(
  'ImportCreate',
  'A list to import. With a mapping or a preset it starts at once; without, it waits as UPLOADED.',
  {
    /** A CSV of `POST /v1/uploads?kind=CSV`. */
    uploadId: id,
    ...chosen,
    /** Whether the first row names the columns; told by what stands in it where nothing is said. */
    header: v.optional(v.boolean()),
    /** Instead of what is told by the bytes. */
    encoding: v.optional(csvEncoding),
    delimiter: v.optional(csvDelimiter),
  },
)
export type ImportInput = v.InferOutput<typeof importInput>

export const importPatch = namedStrictObject(
  'ImportUpdate',
  'Changes to an import that has not started; with a mapping or a preset it starts.',
  chosen,
)

export const importListParams = v.strictObject({ id: v.string() })
export const importParams = v.strictObject({ id: v.string(), importId: v.string() })

import { type Recipient, recipientFields, recipientSchema } from '../../../address/schema.ts'
import type { ModeScope } from '../../../engine/caller.ts'
import { tryParse } from '../../../engine/validate.ts'
import type { ParameterError } from '../../../kernel/errors.ts'
import { columnsOfSource } from '../../../model/mapping.ts'
import type { ImportField, SuppressionImportRow } from '../../../model/suppressions.ts'
import type { Stops } from '../../../model/vocabulary.ts'
import { plainCell, surplusCells } from '../../../ports/csv.ts'
import { createReader } from '../../lists/mapping/apply.ts'
import { placeOf } from '../../lists/mapping/column-places.ts'
import { cellOf } from '../../lists/mapping/doubts.ts'
import { countryOf, truthOf } from '../../lists/mapping/values.ts'
import { surplusSaid } from '../../lists/too-many-cells.ts'
import { entryErrors, type NewEntry } from '../entry.ts'
import { remarksOf } from './remarks.ts'

/** A row of the file: an entry, or errors that keep it from being one. A blank row has neither. */
export interface ReadRow {
  entry?: NewEntry
  errors: readonly string[]
  /** What is doubtful about an entry that is added anyway. */
  remarks: readonly string[]
}

/** Terms that rows may name, looked up once for a chunk. */
export interface KnownTerms {
  errorsOf(terms: { reason: string; advertisingCategory: string | null }): Promise<ParameterError[]>
  stopsOf(reason: string): Promise<Stops>
}

/**
 * Reads one row by the rules of `suppressions.create`, so that the import accepts only what that operation
 * would.
 */
export const readRow = async (
  {
    heading,
    columns,
    defaults,
    fields,
  }: Pick<SuppressionImportRow, 'heading' | 'columns' | 'defaults' | 'fields'>,
  originCountry: string,
  cells: readonly string[],
  terms: KnownTerms,
): Promise<ReadRow> => {
  if (cells.every((text) => text.trim() === '')) return { errors: [], remarks: [] }
  const surplus = surplusCells(heading.length, cells)
  if (surplus.length > 0) {
    return { errors: [surplusSaid(heading.length, surplus).message], remarks: [] }
  }
  const cell = (field: ImportField): string => {
    const at = columns[field]
    return at === undefined ? '' : plainCell(cells[at] ?? '').trim()
  }
  const given = { ...recipientOf(cell), country: countryIn(cell('country') || defaults.country) }
  const read = fields
    ? createReader({ fields }, { heading, country: given.country, variables: {} }).read(cells).recipient
    : {}
  const recipient = { ...given, ...(read as typeof given) }
  const parsed = tryParse(recipientSchema, { ...recipient, country: countryIn(recipient.country) }, 'body')
  const told = cell('matchName').toLowerCase()
  const matchName = told === '' ? defaults.matchName : truthOf(told)
  const reason = cell('reason') || defaults.reason
  const advertisingCategory = cell('advertisingCategory') || defaults.advertisingCategory
  const errors = [
    ...parsed.errors,
    ...(parsed.output ? entryErrors(parsed.output as Recipient, originCountry, matchName ?? false) : []),
    ...(await terms.errorsOf({ reason, advertisingCategory })),
  ].map(({ parameter, message }) => `${parameter.replace('recipient.', '')}: ${message}`)
  if (matchName === undefined) errors.push('matchName: Write true or false.')
  if (errors.length > 0) return { errors, remarks: [] }
  return {
    errors,
    remarks: remarksOf(parsed.output as Recipient, sourceValues(fields, heading, cells), {
      originCountry,
      matchName: matchName!,
    }),
    entry: {
      recipient: parsed.output as Recipient,
      matchName: matchName!,
      advertisingCategory,
      stops: await terms.stopsOf(reason),
      reason,
      source: 'IMPORT',
      status: 'ACTIVE',
      itemId: null,
    },
  }
}

const recipientOf = (cell: (field: ImportField) => string): Record<string, string> =>
  Object.fromEntries(recipientFields.map((field) => [field, cell(field)]).filter(([, text]) => text !== ''))

/** The values of the columns that sources of the recipient's fields name. */
const sourceValues = (
  fields: SuppressionImportRow['fields'],
  heading: readonly string[],
  cells: readonly string[],
) =>
  recipientFields.flatMap((field) => {
    const source = fields?.[`recipient.${field}`]
    const columns = source ? columnsOfSource(source) : []
    return columns.map((column) => [field, cellOf(cells, placeOf(heading, column))] as const)
  })

/** A country by its code or any of its names, as in a mailing. */
const countryIn = (text: string): string => countryOf(text) ?? text.toUpperCase()

/** Looks each pair of terms up once. */
export const knownTerms = (
  scope: ModeScope,
  look: (
    scope: ModeScope,
    terms: { reason: string; advertisingCategory: string | null },
  ) => Promise<ParameterError[]>,
  lookStops: (reason: string) => Promise<Stops>,
): KnownTerms => {
  const stopped = new Map<string, Promise<Stops>>()
  const known = new Map<string, Promise<ParameterError[]>>()
  return {
    stopsOf(reason) {
      const stops = stopped.get(reason) ?? lookStops(reason)
      stopped.set(reason, stops)
      return stops
    },
    errorsOf(terms) {
      const key = JSON.stringify([terms.reason, terms.advertisingCategory])
      let errors = known.get(key)
      if (!errors) {
        errors = look(scope, terms)
        known.set(key, errors)
      }
      return errors
    },
  }
}

import { type Recipient, recipientFields, recipientSchema } from '../../../address/schema.ts'
import type { ModeScope } from '../../../engine/caller.ts'
import type { Hint } from '../../../engine/events/event.ts'
import type { JobContext } from '../../../engine/jobs/job.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import type { Services } from '../../../engine/services.ts'
import { tryParse } from '../../../engine/validate.ts'
import { concatenate } from '../../../kernel/bytes.ts'
import type { ParameterError } from '../../../kernel/errors.ts'
import { columnsOfSource } from '../../../model/mapping.ts'
import type { ImportField, SuppressionImportRow, SuppressionRow } from '../../../model/suppressions.ts'
import type { Stops } from '../../../model/vocabulary.ts'
import { plainCell, surplusCells } from '../../../ports/csv.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { createReader } from '../../lists/mapping/apply.ts'
import { cellOf } from '../../lists/mapping/doubts.ts'
import { placeOf } from '../../lists/mapping/sources.ts'
import { countryOf, truthOf } from '../../lists/mapping/values.ts'
import { surplusFault } from '../../lists/records.ts'
import { entryErrors, type NewEntry, newEntry } from '../entry.ts'
import { equalEntries, stopsTheSame } from '../match.ts'
import { stopsOf, termErrors } from '../reasons.ts'
import { remarksOf } from './remarks.ts'

/** An entry or its errors. A blank row has neither. */
interface ReadRow {
  entry?: NewEntry
  errors: readonly string[]
  /** Doubts about an entry that is added anyway. */
  remarks: readonly string[]
}

/** Looks terms up once per chunk. */
export interface KnownTerms {
  errorsOf(terms: { reason: string; advertisingCategory: string | null }): Promise<ParameterError[]>
  stopsOf(reason: string): Promise<Stops>
}

/** Reads a row by the rules of `suppressions.create`: the import must not accept more. */
const readRow = async (
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
    return { errors: [surplusFault(heading.length, surplus).message], remarks: [] }
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
  const matchNameText = cell('matchName').toLowerCase()
  const matchName = matchNameText === '' ? defaults.matchName : truthOf(matchNameText)
  const reason = cell('reason') || defaults.reason
  const advertisingCategory = cell('advertisingCategory') || defaults.advertisingCategory
  const errors = [
    ...parsed.errors,
    ...(parsed.output ? entryErrors(parsed.output as Recipient, originCountry, matchName ?? false) : []),
    ...(await terms.errorsOf({ reason, advertisingCategory })),
  ].map(({ parameter, message }) => `${parameter.replace('recipient.', '')}: ${message}`)
  if (matchName === undefined) errors.push('matchName: Use true or false.')
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

/** Accepts a code or name, as in a mailing. */
const countryIn = (text: string): string => countryOf(text) ?? text.toUpperCase()

/** Looks up each pair of terms once. */
const knownTerms = (
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

/** Rows per transaction. */
export const rowsPerChunk = 200

/** Key of the blob with a chunk's rejected and doubtful rows, a part of `errors.csv`. */
export const errorBlob = (importId: string, chunk: number): string =>
  `suppression-imports/${importId.toLowerCase()}/${String(chunk).padStart(5, '0')}.csv`

/** Both modes, because members watch their live imports from test mode too. */
export const importHint = (organisationId: string): Hint => ({ of: 'import', organisationId, mode: null })

/**
 * Stores rejected and doubtful rows in a blob, then entries, counts and progress in one transaction. A
 * repeated run overwrites the blob and counts the rows once. Undefined if the organisation no longer exists.
 */
export const importChunk = async (
  { services, transact }: JobContext,
  present: SuppressionImportRow,
  rows: readonly (readonly string[])[],
): Promise<SuppressionImportRow | undefined> => {
  const { id, organisationId, mode } = present
  const scope = { organisationId, mode }
  // An earlier version has read rows without remarks, so the count remains unknown.
  const doubtful = present.doubtfulCount ?? (present.rowCount === 0 ? 0 : null)
  const keepsRemarks = doubtful !== null
  const read = (await readRows(services, present, rows)).map((row) =>
    keepsRemarks ? row : { ...row, remarks: [] },
  )
  const lines = read.flatMap((row, index) => {
    if (row.errors.length + row.remarks.length === 0) return []
    const cells = present.heading.map((_, column) => rows[index]![column] ?? '')
    const number = (present.dialect.headRecords ?? 1) + present.rowCount + index + 1
    const remarks = keepsRemarks ? [row.remarks.join(' ')] : []
    const surplus = surplusCells(present.heading.length, rows[index]!)
    return [[...cells, String(number), row.errors.join(' '), ...remarks, ...surplus]]
  })
  const chunk = Math.floor(present.rowCount / rowsPerChunk)
  if (lines.length > 0) {
    await services.blobs.put(errorBlob(id, chunk), await csvOf(services, present, lines))
  }
  return transact(async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, organisationId)
    if (!organisation) return undefined
    const now = nowIn(services, organisation, mode)
    const entries = read.flatMap(({ entry }) =>
      entry ? [newEntry(services.ids.next('sup'), scope, entry, now)] : [],
    )
    const addedCount = await putAll(transaction.rows, scope, entries)
    const changes = {
      rowCount: present.rowCount + rows.length,
      addedCount: present.addedCount + addedCount,
      mergedCount: present.mergedCount + entries.length - addedCount,
      failedCount: present.failedCount + countOf(read, 'errors'),
      doubtfulCount: doubtful === null ? null : doubtful + countOf(read, 'remarks'),
      errorChunks: lines.length > 0 ? [...present.errorChunks, chunk] : present.errorChunks,
      updatedAt: now,
    }
    const expected = { status: 'PROCESSING' as const, rowCount: present.rowCount }
    if (!(await transaction.rows.suppressionImports.update(scope, id, changes, expected))) {
      throw new Error(`Another job has continued the import ${id}.`)
    }
    transaction.work.hint(importHint(organisationId))
    return { ...present, ...changes }
  })
}

const countOf = (rows: readonly ReadRow[], texts: 'errors' | 'remarks'): number =>
  rows.filter((row) => row[texts].length > 0).length

const readRows = async (
  services: Services,
  present: SuppressionImportRow,
  rows: readonly (readonly string[])[],
): Promise<ReadRow[]> =>
  services.store.read(async (stored) => {
    const organisation = await stored.organisations.get(everyone, present.organisationId)
    const { organisationId, mode } = present
    const terms = knownTerms(
      present,
      (_, named) => termErrors(stored, { organisationId, mode }, named),
      (reason) => stopsOf(stored, { organisationId, mode }, reason),
    )
    const read: ReadRow[] = []
    for (const cells of rows) {
      read.push(await readRow(present, organisation?.country ?? present.defaults.country, cells, terms))
    }
    return read
  })

/** Adds entries; existing ones for the same mail stay, proposals become active. Returns the number added. */
const putAll = async (
  rows: WritableRows,
  scope: { organisationId: string; mode: SuppressionRow['mode'] },
  entries: readonly SuppressionRow[],
): Promise<number> => {
  const fresh = new Map<string, SuppressionRow[]>()
  const equalTo = await equalEntries(rows, scope, entries)
  for (const entry of entries) {
    const alike = fresh.get(entry.matchKeyV2!) ?? []
    if (alike.some((other) => stopsTheSame(entry, other))) continue
    fresh.set(entry.matchKeyV2!, [...alike, entry])
  }
  const added: SuppressionRow[] = []
  for (const entry of [...fresh.values()].flat()) {
    const [present] = equalTo(entry)
    if (!present) added.push(entry)
    // The import confirms a proposed entry.
    else if (present.status === 'PROPOSED') {
      const { id: _, createdAt, isUndecided, ...changes } = entry
      await rows.suppressions.update(scope, present.id, changes)
    }
  }
  if (added.length > 0) await rows.suppressions.insertMany(added)
  return added.length
}

/** Lines for `errors.csv` in the file's delimiter. */
export const csvOf = async (
  services: Pick<Services, 'csv'>,
  { dialect }: Pick<SuppressionImportRow, 'dialect'>,
  lines: readonly string[][],
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const options = {
    delimiter: dialect.delimiter === ';' ? (';' as const) : (',' as const),
    bom: false,
    neutraliseFormulas: true,
  }
  for await (const chunk of services.csv.encode(lines, options)) chunks.push(chunk)
  return concatenate(chunks)
}

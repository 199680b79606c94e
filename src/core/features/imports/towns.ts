import { compactPostalCode, foldName } from '../../address/index.ts'
import { partsOf, postalCodeOf } from '../../address/normalise.ts'
import type { Recipient } from '../../address/schema.ts'
import type { ProcessContext } from '../../engine/context.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { Mapping } from '../../model/mapping.ts'
import { importLimits } from '../../model/mapping.ts'
import { CsvFault } from '../../ports/csv.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import { shownCell } from '../lists/list-column.ts'
import { createReader, type Reader } from '../lists/mapping/apply.ts'
import { listFileOf, recordsOf } from '../lists/records.ts'
import type { ImportTowns } from './schema.ts'

/** A mapping may split one of these fields into another. */
const fieldsOfTown = ['recipient.postalCode', 'recipient.city', 'recipient.country']

type Found = ImportTowns['data'][number]

/**
 * Returns the cities of the postal codes, the most frequent first. Reads the file, since the list is stored
 * nowhere else completely and a dry run creates no items. Memory is bounded by the number of postal codes.
 */
export const townsOf = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  row: ImportRow,
  postalCodes: readonly string[],
): Promise<ImportTowns> => {
  const { organisationId, mapping, heading, uploadId, sheet, dialect, headRecords } = row
  const upload = await services.store.read((rows) => rows.uploads.get({ organisationId }, uploadId))
  const file = listFileOf(upload, sheet)
  if (!mapping || !file) return { data: [] }
  const reader = createReader(onlyTown(mapping), {
    heading,
    country: organisation.country,
    variables: {},
    answers: row.answers,
  })
  const wanted = new Set(postalCodes.map(compactPostalCode))
  const found = new Map<string, Found>()
  try {
    const chunks = await recordsOf(services, { ...file, dialect }, headRecords, itemsPerChunk)
    for await (const { records } of chunks ?? []) {
      for (const cells of records) {
        await services.turns.rest()
        note(found, wanted, readTown(reader, cells))
      }
    }
  } catch (error) {
    // Rows before the failure are still used.
    if (!(error instanceof CsvFault)) throw error
  }
  return { data: [...found.values()].map(mostFrequent) }
}

const onlyTown = (mapping: Mapping): Mapping => ({
  ...mapping,
  fields: Object.fromEntries(
    Object.entries(mapping.fields).filter(([field]) => fieldsOfTown.includes(field)),
  ),
})

interface Town {
  postalCode: string
  countryCode: string
  city: string
}

/** Undefined for a row without a valid postal code or city. */
const readTown = (reader: Reader, cells: readonly string[]): Town | undefined => {
  const { recipient } = reader.read(cells) as { recipient: Recipient }
  const parts = partsOf(recipient)
  const postalCode = parts.postalCode === '' ? undefined : postalCodeOf(parts)
  if (postalCode === undefined || parts.city === '') return undefined
  return { postalCode, countryCode: parts.country, city: shownCell(parts.city) }
}

const note = (found: Map<string, Found>, wanted: ReadonlySet<string>, town: Town | undefined): void => {
  if (!town || !wanted.has(compactPostalCode(town.postalCode))) return
  const { postalCode, countryCode, city } = town
  const key = `${countryCode} ${postalCode}`
  let of = found.get(key)
  if (!of) {
    if (found.size >= importLimits.townCodes) return
    of = { postalCode, countryCode, towns: [] }
    found.set(key, of)
  }
  const known = of.towns.find((one) => foldName(one.city) === foldName(city))
  if (known) known.rowCount++
  else if (of.towns.length < importLimits.countedTowns) of.towns.push({ city, rowCount: 1 })
}

const mostFrequent = ({ towns, ...of }: Found): Found => ({
  ...of,
  towns: towns.toSorted((a, b) => b.rowCount - a.rowCount).slice(0, importLimits.shownTowns),
})

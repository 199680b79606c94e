import type { Services } from '../../engine/services.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Sheet } from '../../template/sheet.ts'
import { type Catalogue, currentCatalogue } from './current-catalogue.ts'

/** Returns the current version. Throws if it does not exist, because rows name only existing ones. */
export const specificationOf = async (
  services: Services,
  rows: Rows,
  id: string,
): Promise<SpecificationRow> => {
  return specificationIn(await currentCatalogue(services, rows), id)
}

/** Returns a specification of a catalogue. Throws if it does not exist. */
export const specificationIn = ({ specifications }: Catalogue, id: string): SpecificationRow => {
  const found = specifications.get(id)
  if (!found) throw new Error(`There is no specification ${id}.`)
  return found
}

/** The fields that determine production: a change of one makes a new version. */
export const versionedFields = [
  'name',
  'format',
  'sheet',
  'paper',
  'fold',
  'envelope',
  'productionDays',
  'deliveryDays',
  'calendarKey',
  'countryZonesKey',
  'details',
] as const satisfies readonly (keyof SpecificationRow)[]

export type SpecificationContent = Pick<SpecificationRow, (typeof versionedFields)[number]>

export const contentOf = (row: SpecificationContent): SpecificationContent =>
  Object.fromEntries(versionedFields.map((field) => [field, row[field]])) as SpecificationContent

export const versionOf = (version: number | null): number => version ?? 1

/** More than the versions in use at a time. */
const maxCached = 500
/** Safe to cache, because versions never change. */
const cached = new WeakMap<Services, Map<string, SpecificationContent>>()

/**
 * Returns a version (null: the first) with current prices and cutoffs, for items already sold. Throws if the
 * version does not exist, because rows name only existing ones.
 */
export const specificationAt = async (
  services: Services,
  rows: Rows,
  id: string,
  version: number | null,
): Promise<SpecificationRow> => {
  const present = await specificationOf(services, rows, id)
  const number = versionOf(version)
  if (versionOf(present.version) === number) return present
  const known = cached.get(services) ?? new Map<string, SpecificationContent>()
  cached.set(services, known)
  const key = `${id}|${number}`
  const content = known.get(key) ?? (await read(rows, id, number))
  if (known.size >= maxCached) known.clear()
  known.set(key, content)
  return { ...present, ...content, version: number }
}

const read = async (rows: Rows, id: string, version: number): Promise<SpecificationContent> => {
  const [row] = await rows.specificationVersions.find(
    everyone,
    { specificationId: id, version },
    { limit: 1 },
  )
  if (!row) throw new Error(`The specification ${id} has no version ${version}.`)
  return row.content as unknown as SpecificationContent
}

/** Returns the sheet with the indicia of the version's postage product. */
export const printedSheet = ({ sheet, details }: Pick<SpecificationRow, 'sheet' | 'details'>): Sheet => {
  const indicia = details?.postage?.indicia ?? null
  return indicia === null ? sheet : { ...sheet, indicia }
}

import type { Services } from '../../engine/services.ts'
import { oneOf } from '../../kernel/query.ts'
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

/** Names a version that a row was sold or printed with. */
type VersionRef = { specificationId: string; specificationVersion: number | null }
const versionKey = ({ specificationId, specificationVersion }: VersionRef): string =>
  `${specificationId}|${versionOf(specificationVersion)}`

/**
 * Returns a lookup of versions with current prices and cutoffs, with at most one query. A version that does not
 * exist is undefined.
 */
export const specificationsAt = async (
  services: Services,
  rows: Rows,
  refs: readonly VersionRef[],
): Promise<(ref: VersionRef) => SpecificationRow | undefined> => {
  const { specifications } = await currentCatalogue(services, rows)
  const present = ({ specificationId, specificationVersion }: VersionRef) => {
    const row = specifications.get(specificationId)
    return row && versionOf(row.version) === versionOf(specificationVersion) ? row : undefined
  }
  const contents = await contentsOf(
    services,
    rows,
    refs.filter((ref) => !present(ref)),
  )
  return (ref) => {
    const row = specifications.get(ref.specificationId)
    const content = contents.get(versionKey(ref))
    return (
      present(ref) ?? (row && content && { ...row, ...content, version: versionOf(ref.specificationVersion) })
    )
  }
}

/** Returns contents by `versionKey`, without those of versions that don't exist. */
const contentsOf = async (
  services: Services,
  rows: Rows,
  refs: readonly VersionRef[],
): Promise<ReadonlyMap<string, SpecificationContent>> => {
  if (refs.length === 0) return new Map()
  const known = cached.get(services) ?? new Map<string, SpecificationContent>()
  cached.set(services, known)
  const missing = refs.filter((ref) => !known.has(versionKey(ref)))
  const found = missing.length === 0 ? [] : await readVersions(rows, missing)
  const contents = new Map(known)
  if (known.size + found.length > maxCached) known.clear()
  for (const { specificationId, version, content } of found) {
    const key = versionKey({ specificationId, specificationVersion: version })
    known.set(key, content as unknown as SpecificationContent)
    contents.set(key, content as unknown as SpecificationContent)
  }
  return contents
}

/** May return further versions of the same specifications. */
const readVersions = (rows: Rows, refs: readonly VersionRef[]) =>
  rows.specificationVersions.find(everyone, {
    specificationId: oneOf([...new Set(refs.map(({ specificationId }) => specificationId))]),
    version: oneOf([...new Set(refs.map(({ specificationVersion }) => versionOf(specificationVersion)))]),
  })

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
  const ref = { specificationId: id, specificationVersion: version }
  const specification = (await specificationsAt(services, rows, [ref]))(ref)
  if (!specification) throw new Error(`The specification ${id} has no version ${versionOf(version)}.`)
  return specification
}

/** Returns the sheet with the indicia of the version's postage product. */
export const printedSheet = ({ sheet, details }: Pick<SpecificationRow, 'sheet' | 'details'>): Sheet => {
  const indicia = details?.postage?.indicia ?? null
  return indicia === null ? sheet : { ...sheet, indicia }
}

import type { Services } from '../../engine/services.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Sheet } from '../../template/sheet.ts'
import { currentCatalogue } from './current-catalogue.ts'

/**
 * A specification by id as it is now. Throws where there is none, because rows name only existing ones.
 */
export const specificationOf = async (
  services: Services,
  rows: Rows,
  id: string,
): Promise<SpecificationRow> => {
  const { specifications } = await currentCatalogue(services, rows)
  const found = specifications.get(id)
  if (!found) throw new Error(`There is no specification ${id}.`)
  return found
}

/** The fields of a specification that a version keeps: all that a piece is made by. */
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

/** What no number says is the first version. */
export const versionOf = (version: number | null): number => version ?? 1

/** Enough for the versions under way at a time. */
const mostKept = 500
/** Versions never change. */
const kept = new WeakMap<Services, Map<string, SpecificationContent>>()

/**
 * A specification as its version was (null: the first), with its present prices and cutoffs. For what was
 * sold and is printed. Throws where there is none, because rows name only existing ones.
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
  const known = kept.get(services) ?? new Map<string, SpecificationContent>()
  kept.set(services, known)
  const key = `${id}|${number}`
  const content = known.get(key) ?? (await read(rows, id, number))
  if (known.size >= mostKept) known.clear()
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

/**
 * The sheet of a specification as pieces are printed on it: with the indicia of the postage product under which
 * this version is sold.
 */
export const printedSheet = ({ sheet, details }: Pick<SpecificationRow, 'sheet' | 'details'>): Sheet => {
  const indicia = details?.postage?.indicia ?? null
  return indicia === null ? sheet : { ...sheet, indicia }
}

import type { Services } from '../../engine/services.ts'
import type { ProductRow, SpecificationRow } from '../../model/products.ts'
import type { RunRemakeRow } from '../../model/run-remakes.ts'
import type { RunPart, RunRow } from '../../model/runs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type Plex, pagesOnSheets } from '../../template/plex.ts'
import { sellerOf, unknownSeller } from '../ledger/seller.ts'
import { specificationAt } from '../products/versions.ts'
import { workingDaysAfter } from '../products/working-days.ts'
import { isErased, type PrintedPiece, partRecord } from './blobs.ts'
import { type Contact, type PackageWords, saidOf } from './said.ts'

/** What a ticket states: the run, what it is printed on, and what else is said of it. */
export interface TicketFacts {
  run: RunRow
  product: ProductRow
  specification: SpecificationRow
  said: PackageWords
  itemCount: number
  /** Renderers that made the parts. */
  engines: readonly string[]
  /** Absent of a run's own package. `run.parts` are otherwise those of the remake. */
  remake?: RunRemakeRow
}

const factRows = (services: Services, run: RunRow) =>
  services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run.organisationId))!,
    specification: await specificationAt(services, rows, run.specificationId, run.specificationVersion),
    product: (await rows.products.get(everyone, run.productId))!,
    contact: await contactOf(rows),
  }))
type FactRows = Awaited<ReturnType<typeof factRows>>

const toSaid = (
  { config: { baseUrl } }: Pick<Services, 'config'>,
  run: RunRow,
  { organisation, specification, product, contact }: FactRows,
): PackageWords => ({
  organisation: organisation.name,
  product: product.name,
  contact,
  requiredAt: workingDaysAfter(specification.cutoff, run.cutoffAt, specification.productionDays),
  baseUrl,
})

/** What a package says that is written now for the first time. */
export const presentSaid = async (services: Services, run: RunRow): Promise<PackageWords> =>
  toSaid(services, run, await factRows(services, run))

/**
 * The facts that the manifest and the tickets state: those that the printer was told, where it has the package.
 * Of a remake only the day is that of its run; it is a package of its own, which nobody was given yet.
 */
export const packageFacts = async (
  services: Services,
  run: RunRow,
  remake?: RunRemakeRow,
): Promise<TicketFacts> => {
  const rows = await factRows(services, run)
  const kept = await saidOf(services, run.id)
  const present = toSaid(services, run, rows)
  const said = remake && kept ? { ...present, requiredAt: kept.requiredAt } : (kept ?? present)
  const engines = new Set<string>()
  for await (const { part, engine, pieces } of partRecords(services, run)) {
    engines.add(engine)
    assertWholeSheets(part, rows.specification.sheet.plex, pieces)
  }
  const itemCount = run.parts.reduce((count, part) => count + part.items, 0)
  const { product, specification } = rows
  return { product, specification, run, said, itemCount, engines: [...engines], ...(remake && { remake }) }
}

/** The seller, once an operator has said who that is. */
const contactOf = async (rows: Rows): Promise<Contact | null> => {
  const { name, email } = await sellerOf(rows)
  return name === unknownSeller.name ? null : { name, email }
}

/**
 * The last check that no sheet belongs to two recipients. Throws where a part was rendered for other sheets
 * than those that the specification has now.
 */
const assertWholeSheets = (part: RunPart, plex: Plex, pieces: readonly PrintedPiece[]): void => {
  for (const { id, firstPage, pageCount } of pieces) {
    if ([firstPage - 1, pageCount].every((pages) => pagesOnSheets(plex, pages) === pages)) continue
    throw new Error(
      `${id} does not begin and end on sheets of its own in ${part.name}, which is printed ${plex}.`,
    )
  }
}

/** The records of a run's parts; one part is in memory at a time. */
export async function* partRecords(
  services: Services,
  run: RunRow,
): AsyncGenerator<{ part: RunPart; engine: string; pieces: PrintedPiece[] }> {
  for (const part of run.parts) {
    const { engine, pieces } = await partRecord(services, part)
    // `assertPackaged` has checked this, but a recipient may have been erased since.
    if (pieces.some(isErased)) throw new Error(`Recipients of ${part.name} were erased.`)
    yield { part, engine, pieces: pieces as PrintedPiece[] }
  }
}

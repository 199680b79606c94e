import type { Services } from '../../../engine/services.ts'
import type { ProductRow, SpecificationRow } from '../../../model/products.ts'
import type { RunPart, RunRemakeRow, RunRow } from '../../../model/runs.ts'
import type { PackageFile } from '../../../ports/print-partner.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { type Plex, pagesOnSheets } from '../../../template/sheet.ts'
import { sellerOf, unknownSeller } from '../../ledger/seller.ts'
import { workingDaysAfter } from '../../products/cutoffs.ts'
import { specificationAt } from '../../products/specifications.ts'
import { isErased, type PrintedPiece, partRecord, runBlob } from '../rendering/blobs.ts'

/** Whom the printer asks. */
export interface Contact {
  name: string
  email: string | null
}

/**
 * What the lists and tickets of a package say besides its pages and that may be different later: names, the
 * contact, the day on which the carrier must have it, and where progress is reported.
 */
interface PackageWords {
  organisation: string
  product: string
  contact: Contact | null
  /** ms */
  requiredAt: number
  baseUrl: string
}

const saidBlob = (runId: string): string => runBlob(runId, 'said.json')

/**
 * What the package that a printer was given said, so that it is written with the same bytes again. Undefined
 * of packages that nobody was given, or that an earlier version handed over.
 */
const saidOf = async (
  { blobs }: Pick<Services, 'blobs'>,
  runId: string,
): Promise<PackageWords | undefined> => {
  const bytes = await blobs.get(saidBlob(runId))
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as PackageWords)
}

export const forgetSaid = ({ blobs }: Pick<Services, 'blobs'>, runId: string): Promise<void> =>
  blobs.remove(saidBlob(runId))

/**
 * The files of a package for its printer, with what they say kept once the printer takes the first of them.
 * `anew`: no printer has any of it, so that what an earlier attempt would have said counts no more.
 */
export async function* keepingSaid(
  services: Pick<Services, 'blobs'>,
  { id }: Pick<RunRow, 'id'>,
  {
    anew,
    present,
    alive,
  }: { anew: boolean; present: () => Promise<PackageWords>; alive: () => Promise<void> },
  files: AsyncIterable<PackageFile>,
): AsyncGenerator<PackageFile> {
  if (anew || !(await saidOf(services, id))) {
    const bytes = new TextEncoder().encode(JSON.stringify(await present()))
    // An attempt that has lost its lease must not change what a later one has said.
    await alive()
    await services.blobs.put(saidBlob(id), bytes)
  }
  yield* files
}

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

/** What a piece is printed on, and the most ink that this takes: the sum of the four plates in percent. */
export interface Stock {
  name: string
  gsm: number
  coated: boolean | null
  colourProfile: string
  maxInkPercent: number | null
}

/** How a piece is franked; `indicia` is what stands in the postage zone, null where the printer franks. */
export interface Postage {
  carrier: string
  name: string
  indicia: string | null
}

/** Something that goes into the envelope with the piece. */
export interface Insert {
  name: string
  grams: number
}

/** What tickets say of a specification besides its sheet, fold and envelope. */
export interface Production {
  stock: Stock
  postage: Postage | null
  finishing: readonly string[]
  inserts: readonly Insert[]
}

export const productionOf = (specification: SpecificationRow): Production => {
  const { paper, sheet, details } = specification
  const stock = {
    name: paper.name,
    gsm: paper.gsm,
    coated: details?.stock?.coated ?? null,
    colourProfile: sheet.colourProfile,
    maxInkPercent: details?.stock?.maxInkPercent ?? sheet.maxInkPercent ?? null,
  }
  const postage = details?.postage ?? null
  return {
    stock,
    postage: postage && { carrier: postage.carrier, name: postage.name, indicia: postage.indicia },
    finishing: details?.finishing ?? [],
    inserts: (details?.inserts ?? []).map(({ name, grams }) => ({ name, grams })),
  }
}

export const stockText = ({ name, gsm, coated, maxInkPercent }: Stock): string =>
  [
    `${name}, ${gsm} g/m²`,
    ...(coated === null ? [] : [coated ? 'coated' : 'uncoated']),
    ...(maxInkPercent === null ? [] : [`at most ${maxInkPercent} % ink`]),
  ].join(', ')

export const postageText = (postage: Postage | null): string => {
  if (!postage) return 'as agreed with the carrier'
  const { carrier, name, indicia } = postage
  if (indicia === null) return `${carrier}, ${name}, franked by the printer`
  const lines = indicia.trim().split(/\s*\n\s*/)
  return `${carrier}, ${name}, indicia “${lines.join(' / ')}”`
}

export const insertsText = (inserts: readonly Insert[]): string =>
  inserts.length === 0 ? 'none' : inserts.map(({ name, grams }) => `${name} (${grams} g)`).join(', ')

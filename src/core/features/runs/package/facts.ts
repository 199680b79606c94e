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

export interface Contact {
  name: string
  email: string | null
}

/** Texts of lists and tickets that may change later. */
interface PackageTexts {
  organisation: string
  product: string
  contact: Contact | null
  /** ms */
  requiredAt: number
  baseUrl: string
}

const textsBlob = (runId: string): string => runBlob(runId, 'said.json')

/**
 * Returns the texts of a package that a printer received, to write it again with the same bytes. Undefined
 * for packages that no printer has, or that an earlier version handed over.
 */
const handedTexts = async (
  { blobs }: Pick<Services, 'blobs'>,
  runId: string,
): Promise<PackageTexts | undefined> => {
  const bytes = await blobs.get(textsBlob(runId))
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as PackageTexts)
}

export const removeTexts = ({ blobs }: Pick<Services, 'blobs'>, runId: string): Promise<void> =>
  blobs.remove(textsBlob(runId))

/** Stores the texts before the first file. `isFirst`: no printer has any, so earlier texts are replaced. */
export async function* storingTexts(
  services: Pick<Services, 'blobs'>,
  { id }: Pick<RunRow, 'id'>,
  {
    isFirst,
    present: current,
    alive,
  }: { isFirst: boolean; present: () => Promise<PackageTexts>; alive: () => Promise<void> },
  files: AsyncIterable<PackageFile>,
): AsyncGenerator<PackageFile> {
  if (isFirst || !(await handedTexts(services, id))) {
    const bytes = new TextEncoder().encode(JSON.stringify(await current()))
    // An attempt that has lost its lease must not replace the texts of a later one.
    await alive()
    await services.blobs.put(textsBlob(id), bytes)
  }
  yield* files
}

export interface TicketFacts {
  run: RunRow
  product: ProductRow
  specification: SpecificationRow
  texts: PackageTexts
  itemCount: number
  engines: readonly string[]
  /** Absent for a run's own package. If set, `run.parts` are those of the remake. */
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

const textsFrom = (
  { config: { baseUrl } }: Pick<Services, 'config'>,
  run: RunRow,
  { organisation, specification, product, contact }: FactRows,
): PackageTexts => ({
  organisation: organisation.name,
  product: product.name,
  contact,
  requiredAt: workingDaysAfter(specification.cutoff, run.cutoffAt, specification.productionDays),
  baseUrl,
})

export const currentTexts = async (services: Services, run: RunRow): Promise<PackageTexts> =>
  textsFrom(services, run, await factRows(services, run))

/** Uses the stored texts if a printer has the package. A remake takes only the required day from them. */
export const packageFacts = async (
  services: Services,
  run: RunRow,
  remake?: RunRemakeRow,
): Promise<TicketFacts> => {
  const rows = await factRows(services, run)
  const kept = await handedTexts(services, run.id)
  const current = textsFrom(services, run, rows)
  const texts = remake && kept ? { ...current, requiredAt: kept.requiredAt } : (kept ?? current)
  const engines = new Set<string>()
  for await (const { part, engine, pieces } of partRecords(services, run)) {
    engines.add(engine)
    assertWholeSheets(part, rows.specification.sheet.plex, pieces)
  }
  const itemCount = run.parts.reduce((count, part) => count + part.items, 0)
  const { product, specification } = rows
  return {
    product,
    specification,
    run,
    texts: texts,
    itemCount,
    engines: [...engines],
    ...(remake && { remake }),
  }
}

const contactOf = async (rows: Rows): Promise<Contact | null> => {
  const { name, email } = await sellerOf(rows)
  return name === unknownSeller.name ? null : { name, email }
}

/** Throws if a part was rendered for other sheets: none may contain pages of two recipients. */
const assertWholeSheets = (part: RunPart, plex: Plex, pieces: readonly PrintedPiece[]): void => {
  for (const { id, firstPage, pageCount } of pieces) {
    if ([firstPage - 1, pageCount].every((pages) => pagesOnSheets(plex, pages) === pages)) continue
    throw new Error(
      `${id} does not begin and end on sheets of its own in ${part.name}, which is printed ${plex}.`,
    )
  }
}

/** Yields one part at a time. Throws if a recipient in it was erased. */
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

/** `maxInkPercent` is the maximum sum of the four plates. */
export interface Stock {
  name: string
  gsm: number
  coated: boolean | null
  colourProfile: string
  maxInkPercent: number | null
}

/** `indicia` is the text in the postage zone, null if the printer franks. */
export interface Postage {
  carrier: string
  name: string
  indicia: string | null
}

export interface Insert {
  name: string
  grams: number
}

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

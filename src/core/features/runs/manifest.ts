import type { Services } from '../../engine/services.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Envelope, Fold, ProductRow, SpecificationRow } from '../../model/products.ts'
import type { RunPart, RunRow } from '../../model/runs.ts'
import { everyone } from '../../ports/store.ts'
import { type Plex, pagesOnSheets, sheetsOf } from '../../template/plex.ts'
import { isErased, type PrintedPiece, partRecord } from './blobs.ts'
import { callbackUrl } from './callback.ts'

/** The head of `manifest.json`: what the whole package is. Lengths are mm. */
export interface ManifestHead {
  schema: 1
  run: { id: string; isTest: boolean; cutoffAt: string; renderedAt: string | null }
  /** Where the printer tells how it goes (`runs.callback`); whoever has this address may. */
  callbackUrl: string
  organisation: { id: string; name: string }
  specification: {
    id: string
    product: string
    name: string
    format: string
    trim: { w: number; h: number }
    bleed: number
    plex: Plex
    /** Pages of its own, without the one that fills a sheet. */
    pages: { min: number; max: number }
    colourProfile: string
    paper: { name: string; gsm: number }
    fold: Fold
    /** Null where the pieces are posted as they are. */
    envelope: Envelope | null
  }
  /** Renderers that made the parts: one, unless an upgrade fell into the middle of a run. */
  engines: string[]
  itemCount: number
  pageCount: number
  sheetCount: number
  parts: { name: string; items: number; pages: number; sheets: number; bytes: number; sha256: string }[]
}

/** A file that is made for the package. */
interface PackagedFile {
  name: string
  bytes: number
  sha256: string
}

/** What is made from the parts and told of in the manifest as well. */
export interface PackageExtras {
  /** Some pieces to look at; `pieces` says which, on which of its pages, and why. */
  proof: PackagedFile & { pages: number; pieces: ProofEntry[] }
  /** XJDF. */
  ticket: PackagedFile
}

/** `manifest.json`: which page of which file is whose. */
export interface Manifest extends ManifestHead, PackageExtras {
  /** In print order. */
  items: readonly PrintedPiece[]
}

/** What the manifest and the tickets tell of. */
export const packageFacts = async (services: Services, run: RunRow): Promise<TicketFacts> => {
  const rows = await services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run.organisationId))!,
    specification: (await rows.specifications.get(everyone, run.specificationId))!,
    product: (await rows.products.get(everyone, run.productId))!,
  }))
  const engines = new Set<string>()
  for await (const { part, engine, pieces } of partRecords(services, run)) {
    engines.add(engine)
    assertWholeSheets(part, rows.specification.sheet.plex, pieces)
  }
  const itemCount = run.parts.reduce((count, part) => count + part.items, 0)
  return { ...rows, run, itemCount, engines: [...engines] }
}

/**
 * The last look at what must never leave the house: a sheet that belongs to two recipients. Throws where a part was
 * rendered for other sheets than those that the specification names now.
 */
const assertWholeSheets = (part: RunPart, plex: Plex, pieces: readonly PrintedPiece[]): void => {
  for (const { id, firstPage, pageCount } of pieces) {
    if ([firstPage - 1, pageCount].every((pages) => pagesOnSheets(plex, pages) === pages)) continue
    throw new Error(
      `${id} does not begin and end on sheets of its own in ${part.name}, which is printed ${plex}.`,
    )
  }
}

export const manifestHead = (services: Services, facts: TicketFacts): ManifestHead => {
  const { run, organisation, specification, product, itemCount, engines } = facts
  const { sheet } = specification
  const parts = run.parts.map(({ name, items, pages, bytes, sha256 }) => {
    return { name, items, pages, sheets: sheetsOf(sheet.plex, pages), bytes, sha256 }
  })
  return {
    schema: 1,
    run: {
      id: run.id,
      isTest: run.mode === 'test',
      cutoffAt: toDateTime(run.cutoffAt),
      renderedAt: run.renderedAt === null ? null : toDateTime(run.renderedAt),
    },
    callbackUrl: callbackUrl(services, run.id),
    organisation: { id: organisation.id, name: organisation.name },
    specification: {
      id: specification.id,
      product: product.name,
      name: specification.name,
      format: specification.format,
      trim: sheet.trim,
      bleed: sheet.bleed,
      plex: sheet.plex,
      pages: sheet.pages,
      colourProfile: sheet.colourProfile,
      paper: specification.paper,
      fold: specification.fold,
      envelope: specification.envelope,
    },
    engines: [...engines],
    itemCount,
    pageCount: parts.reduce((count, part) => count + part.pages, 0),
    sheetCount: parts.reduce((count, part) => count + part.sheets, 0),
    parts,
  }
}

/** The manifest as text, a part at a time: one line of JSON for every piece. */
export async function* manifestText(
  services: Services,
  run: RunRow,
  head: ManifestHead & PackageExtras,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`${JSON.stringify(head, undefined, 1).replace(/\n\}$/, '')},\n "items": [`)
  let separator = '\n'
  for await (const { pieces } of partRecords(services, run)) {
    let text = ''
    for (const piece of pieces) {
      text += `${separator}  ${JSON.stringify(piece)}`
      separator = ',\n'
    }
    yield encoder.encode(text)
  }
  yield encoder.encode('\n ]\n}\n')
}

/** The rows of `items.csv`, its heading first. */
export async function* csvRows(services: Services, run: RunRow): AsyncGenerator<string[]> {
  const address = Array.from({ length: addressColumns }, (_, index) => index)
  yield [
    'sequence',
    'id',
    'part',
    'firstPage',
    'pageCount',
    'sheetCount',
    ...address.map((index) => `addressLine${index + 1}`),
    'country',
    'postalCode',
    'trackingUrl',
    'reference',
    'sha256',
  ]
  for await (const { pieces } of partRecords(services, run)) {
    for (const piece of pieces) {
      yield [
        String(piece.sequence),
        piece.id,
        piece.part,
        String(piece.firstPage),
        String(piece.pageCount),
        String(piece.sheetCount),
        ...address.map((index) => piece.addressLines[index] ?? ''),
        piece.country,
        piece.postalCode,
        piece.trackingUrl,
        piece.reference ?? '',
        piece.sha256,
      ]
    }
  }
}

/** As many address columns as the longest address may have lines. */
const addressColumns = 8

/** One part in memory at a time, however long the run is. */
export async function* partRecords(
  services: Services,
  run: RunRow,
): AsyncGenerator<{ part: RunPart; engine: string; pieces: PrintedPiece[] }> {
  for (const part of run.parts) {
    const { engine, pieces } = await partRecord(services, part)
    // Whoever asks for a package has looked for that; between the two somebody may have been erased.
    if (pieces.some(isErased)) throw new Error(`Recipients of ${part.name} were erased.`)
    yield { part, engine, pieces: pieces as PrintedPiece[] }
  }
}

/** `first`, `last`, `longest_address`; `design`: the first of its template version. */
export type ProofReason = 'first' | 'last' | 'longest_address' | 'design'

/** What the manifest says of a piece of the proof: place in the run, and pages of the proof, from 1. */
export interface ProofEntry {
  id: string
  sequence: number
  firstPage: number
  pageCount: number
  reasons: ProofReason[]
}

/** What a ticket tells of: the run and whose it is, and what it is printed on. */
export interface TicketFacts {
  run: RunRow
  organisation: OrganisationRow
  product: ProductRow
  specification: SpecificationRow
  itemCount: number
  /** Renderers that made the parts. */
  engines: readonly string[]
}

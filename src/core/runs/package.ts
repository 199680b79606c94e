import { toHex } from '../access/authenticate.ts'
import { collect } from '../bytes.ts'
import type { PackageFile } from '../ports/print-partner.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { toDateTime } from '../time.ts'
import { type PrintedPiece, partRecord } from './blobs.ts'
import type { RunRow } from './store.ts'
import { ticketText } from './ticket.ts'

/** Everything a package tells besides the pages. */
export interface PackageContents {
  manifest: Manifest
  pieces: readonly PrintedPiece[]
}

/** `manifest.json`: which page of which file is whose. Lengths are mm. */
export interface Manifest {
  schema: 1
  run: { id: string; isTest: boolean; cutoffAt: string; renderedAt: string | null }
  organisation: { id: string; name: string }
  specification: {
    id: string
    product: string
    name: string
    format: string
    trim: { w: number; h: number }
    bleed: number
    pages: { min: number; max: number }
    colourProfile: string
    paper: { name: string; gsm: number }
  }
  /** Renderers that made the parts: one, unless an upgrade fell into the middle of a run. */
  engines: string[]
  itemCount: number
  pageCount: number
  parts: { name: string; items: number; pages: number; bytes: number; sha256: string }[]
  items: readonly PrintedPiece[]
}

const encoder = new TextEncoder()

/**
 * The print package (FACTS "Package"): PDF parts of one piece after the other, `items.csv`, `manifest.json`, a ticket
 * for people, and last `SHA256SUMS`, which names every file before it. The same run gives the same bytes.
 * `alive` is called between files, for whoever holds a lease.
 */
export async function* packageFiles(
  services: Services,
  run: RunRow,
  alive: () => Promise<void> = async () => {},
): AsyncGenerator<PackageFile> {
  const sums: string[] = []
  for (const part of run.parts) {
    const content = await services.blobs.stream(part.blobKey)
    if (!content) throw new Error(`The rendered part ${part.name} is missing.`)
    sums.push(`${part.sha256}  ${part.name}`)
    yield { name: part.name, content }
    await alive()
  }
  const contents = await packageContents(services, run)
  const files: [name: string, bytes: Uint8Array][] = [
    ['items.csv', await collect(services.csv.encode(csvRows(contents.pieces), csvOptions))],
    ['manifest.json', encoder.encode(`${JSON.stringify(contents.manifest, undefined, 1)}\n`)],
    ['ticket.txt', encoder.encode(ticketText(contents.manifest))],
  ]
  for (const [name, bytes] of files) {
    sums.push(`${toHex(services.crypto.sha256(bytes))}  ${name}`)
    yield { name, content: once(bytes) }
  }
  yield { name: 'SHA256SUMS', content: once(encoder.encode(`${sums.join('\n')}\n`)) }
}

export const packageContents = async (services: Services, run: RunRow): Promise<PackageContents> => {
  const records = []
  for (const index of run.parts.keys()) records.push(await partRecord(services, run.id, index + 1))
  const pieces = records.flatMap((record) => record.pieces)
  const { organisation, specification, product } = await services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run.organisationId))!,
    specification: (await rows.specifications.get(everyone, run.specificationId))!,
    product: (await rows.products.get(everyone, run.productId))!,
  }))
  const { sheet } = specification
  return {
    pieces,
    manifest: {
      schema: 1,
      run: {
        id: run.id,
        isTest: run.mode === 'test',
        cutoffAt: toDateTime(run.cutoffAt),
        renderedAt: run.renderedAt === null ? null : toDateTime(run.renderedAt),
      },
      organisation: { id: organisation.id, name: organisation.name },
      specification: {
        id: specification.id,
        product: product.name,
        name: specification.name,
        format: specification.format,
        trim: sheet.trim,
        bleed: sheet.bleed,
        pages: sheet.pages,
        colourProfile: sheet.colourProfile,
        paper: specification.paper,
      },
      engines: [...new Set(records.map((record) => record.engine))],
      itemCount: pieces.length,
      pageCount: run.parts.reduce((count, part) => count + part.pages, 0),
      parts: run.parts.map(({ name, items, pages, bytes, sha256 }) => ({
        name,
        items,
        pages,
        bytes,
        sha256,
      })),
      items: pieces,
    },
  }
}

/** References are the customer's own text, and printers open the list in a spreadsheet. */
const csvOptions = { delimiter: ';', bom: true, neutraliseFormulas: true } as const

/** As many address columns as the longest address may have lines. */
const addressColumns = 8

function* csvRows(pieces: readonly PrintedPiece[]): Generator<string[]> {
  const address = Array.from({ length: addressColumns }, (_, index) => index)
  yield [
    'sequence',
    'id',
    'part',
    'firstPage',
    'pageCount',
    ...address.map((index) => `addressLine${index + 1}`),
    'country',
    'postalCode',
    'trackingUrl',
    'reference',
    'sha256',
  ]
  for (const piece of pieces) {
    yield [
      String(piece.sequence),
      piece.id,
      piece.part,
      String(piece.firstPage),
      String(piece.pageCount),
      ...address.map((index) => piece.addressLines[index] ?? ''),
      piece.country,
      piece.postalCode,
      piece.trackingUrl,
      piece.reference ?? '',
      piece.sha256,
    ]
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

import type { Services } from '../../../engine/services.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { Envelope, Fold } from '../../../model/products.ts'
import type { RunRemakeRow, RunRow, RunTray } from '../../../model/runs.ts'
import { type Plex, sheetsOf } from '../../../template/sheet.ts'
import { callbackUrl } from '../printing/callback.ts'
import type { PrintedPiece } from '../rendering/blobs.ts'
import type { Contact } from './facts.ts'
import { type Production, partRecords, productionOf, type TicketFacts } from './facts.ts'

/** The head of `manifest.json`. Lengths are in mm. */
export interface ManifestHead {
  schema: 1
  run: { id: string; isTest: boolean; cutoffAt: string; renderedAt: string | null }
  /** Null for a run's own package; otherwise the spoiled pieces. */
  remake: { number: number; reason: string | null; requestedAt: string; sequences: number[] } | null
  /** The URL for progress reports (`runs.callback`). It contains the credential. */
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
    /** Excludes an empty page that completes the last sheet. */
    pages: { min: number; max: number }
    colourProfile: string
    paper: { name: string; gsm: number }
    fold: Fold
    /** Null if posted without an envelope. */
    envelope: Envelope | null
    hasMarks: boolean
  } & Production
  /** Null if the seller's details are not configured. */
  contact: Contact | null
  /** One, unless an upgrade happened during the run. */
  engines: string[]
  itemCount: number
  pageCount: number
  sheetCount: number
  parts: { name: string; items: number; pages: number; sheets: number; bytes: number; sha256: string }[]
  /** Neighbouring pieces of one country, in print order. */
  trays: ManifestTray[]
}

export interface ManifestTray extends RunTray {
  part: string
  firstSequence: number
}

interface PackagedFile {
  name: string
  bytes: number
  sha256: string
}

export interface PackageExtras {
  proof: PackagedFile & { pages: number; pieces: ProofEntry[] }
  ticket: PackagedFile
}

export interface Manifest extends ManifestHead, PackageExtras {
  /** Pieces in print order. */
  items: readonly PrintedPiece[]
}

const remakeHead = ({ number, reason, createdAt, sequences }: RunRemakeRow): ManifestHead['remake'] => ({
  number,
  reason,
  requestedAt: toDateTime(createdAt),
  sequences,
})

export const manifestHead = (services: Services, facts: TicketFacts): ManifestHead => {
  const { run, texts, specification, itemCount, engines } = facts
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
    remake: facts.remake ? remakeHead(facts.remake) : null,
    callbackUrl: callbackUrl({ ...services, config: { ...services.config, baseUrl: texts.baseUrl } }, run.id),
    organisation: { id: run.organisationId, name: texts.organisation },
    specification: {
      id: specification.id,
      product: texts.product,
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
      hasMarks: sheet.zones.some(({ kind }) => kind === 'mark'),
      ...productionOf(specification),
    },
    contact: texts.contact,
    engines: [...engines],
    itemCount,
    pageCount: parts.reduce((count, part) => count + part.pages, 0),
    sheetCount: parts.reduce((count, part) => count + part.sheets, 0),
    parts,
    trays: traysOf(run),
  }
}

export const traysOf = ({ parts }: Pick<RunRow, 'parts'>): ManifestTray[] => {
  let firstSequence = 1
  return parts.flatMap(({ name, items, trays = [] }) => {
    let first = firstSequence
    firstSequence += items
    return trays.map((tray) => {
      const placed = { ...tray, part: name, firstSequence: first }
      first += tray.items
      return placed
    })
  })
}

/** Yields one line of JSON for each piece. Holds one part in memory at a time. */
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

export async function* csvRows(services: Services, run: RunRow): AsyncGenerator<string[]> {
  const address = Array.from({ length: addressColumns }, (_, index) => index)
  yield [
    'sequence',
    'id',
    'part',
    'firstPage',
    'pageCount',
    'sheetCount',
    'tray',
    ...address.map((index) => `addressLine${index + 1}`),
    'country',
    'postalCode',
    'code',
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
        piece.tray === undefined ? '' : String(piece.tray),
        ...address.map((index) => piece.addressLines[index] ?? ''),
        piece.country,
        piece.postalCode,
        piece.code ?? '',
        piece.trackingUrl,
        piece.reference ?? '',
        piece.sha256,
      ]
    }
  }
}

/** The lines of the longest possible address. */
const addressColumns = 8

/** `design` is the first piece of each template version. */
export type ProofReason = 'first' | 'last' | 'longest_address' | 'design'

/** `sequence` counts in the run, pages are 1-based in the proof. */
export interface ProofEntry {
  id: string
  sequence: number
  firstPage: number
  pageCount: number
  reasons: ProofReason[]
}

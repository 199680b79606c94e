import { postalRegion } from '../../../address/postal-order.ts'
import type { Recipient } from '../../../address/schema.ts'
import type { Services } from '../../../engine/services.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { type Finding, hasErrors } from '../../../kernel/finding.ts'
import { isReachable } from '../../../kernel/reachable.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { OrganisationRow } from '../../../model/organisations.ts'
import type { Drawn, RunPart, RunRow, RunTray } from '../../../model/runs.ts'
import type { Crypto } from '../../../ports/crypto.ts'
import type { CompiledTemplate, PartPiece, PartResult, PartResultPiece } from '../../../ports/renderer.ts'
import type { Sheet } from '../../../template/sheet.ts'
import { sheetsOf } from '../../../template/sheet.ts'
import {
  isGenuineMark,
  type MarkDigest,
  marksOf,
  type ReadMark,
  runCodeOf,
} from '../../../template/sheet-mark.ts'
import { builtInsOf } from '../../../template/tags.ts'
import { mailingKey } from '../../items/mailing.ts'
import { senderOf } from '../../items/ready-for-live.ts'
import { pieceOf, returnAddressesOf } from '../../items/validate.ts'
import { versionOf } from '../../products/specifications.ts'
import { compiledTemplate } from '../../templates/compiled.ts'
import { keepPartRecord, type PrintedPiece, partBlob, partName } from './blobs.ts'

/** After a new instance key, earlier marks no longer verify, but are still found by item code. */
export const markDigest = (crypto: Pick<Crypto, 'derive' | 'hmacSha256'>): MarkDigest => {
  const key = crypto.derive('sheet-mark')
  return (text) => crypto.hmacSha256(key, text)
}

export const isOurMark = (crypto: Pick<Crypto, 'derive' | 'hmacSha256'>, mark: ReadMark): boolean =>
  isGenuineMark(mark, markDigest(crypto))

export interface PartRequest {
  run: RunRow
  organisation: OrganisationRow
  sheet: Sheet
  number: number
  /** Distinguishes the blobs of this attempt from those of others. */
  attempt: string
  firstSequence: number
  /** Number in the run of its first tray. */
  firstTray: number
  items: readonly ItemRow[]
  trayOf(item: ItemRow): number
  remake?: PartRemake
}

export interface PartRemake {
  name: string
  blobKey: string
  sequenceOf(item: ItemRow): number
  trayNumberOf(item: ItemRow): number | undefined
  /** Return addresses that the run was printed with, by `mailingKey`. */
  senders: ReadonlyMap<string, Recipient | undefined>
}

export interface RenderedPart {
  /** Undefined if none of its pieces could be printed. */
  part: RunPart | undefined
  /** The distinct settings and template versions that its pages were rendered from. */
  drawn: Drawn[]
  pieces: PrintedPiece[]
  excluded: { item: ItemRow; findings: Finding[] }[]
}

/** Renders a part, if necessary again without unprintable pieces: a gap would look like a lost piece. */
export const renderPart = async (services: Services, request: PartRequest): Promise<RenderedPart> => {
  const { organisationId, mode } = request.run
  const senders =
    request.remake?.senders ??
    (await services.store.read((rows) => returnAddressesOf(rows, { organisationId, mode }, request.items)))
  const excluded: RenderedPart['excluded'] = []
  let items = request.items
  while (items.length > 0) {
    const templates = await templatesOf(services, request.run, items)
    const byVersion = new Map(templates.map((template) => [template.id, template]))
    const parts = partPieces(services, request, items, byVersion, senders)
    const result = await renderOnce(services, request, templates, parts)
    const failed = new Map(
      result.pieces
        .filter((piece) => hasErrors(piece.findings))
        .map((piece) => [piece.itemId, piece.findings]),
    )
    if (failed.size === 0) {
      const trays = request.remake ? traysBefore(request.remake, items) : traysOfPart(request, items)
      const pieces = items.map((item, index) => {
        const piece = printed(services, request, item, parts[index]!, result.pieces[index]!)
        const tray = trays.numbers[index]
        return tray === undefined ? piece : { ...piece, tray }
      })
      await keepPartRecord(services, blobOf(request), {
        engine: services.renderer.engine,
        layers: Object.fromEntries(
          templates.map(({ id, layer }) => [id, toHex(services.crypto.sha256(layer))]),
        ),
        pieces,
      })
      const drawn = drawnOf(services, items, templates, senders)
      return {
        part: {
          ...partOf(request, result, items.length),
          ...(isOneSided(request.sheet, templates) ? { isOneSided: true } : {}),
          trays: trays.trays,
          priceCents: pricesOf(items),
        },
        drawn,
        pieces,
        excluded,
      }
    }
    for (const item of items) {
      const findings = failed.get(item.id)
      if (findings) excluded.push({ item, findings })
    }
    items = items.filter((item) => !failed.has(item.id))
  }
  return { part: undefined, drawn: [], pieces: [], excluded }
}

/** True if every design has one page, so that the backs are empty. */
const isOneSided = ({ plex }: Sheet, templates: readonly CompiledTemplate[]): boolean =>
  plex === 'simplex' || templates.every(({ document }) => document.pages.length === 1)

const pricesOf = (items: readonly ItemRow[]): number =>
  items.reduce((sum, { priceCents }) => sum + priceCents, 0)

type Senders = ReadonlyMap<string, Recipient | undefined>

const drawnOf = (
  { config: { baseUrl } }: Services,
  items: readonly ItemRow[],
  templates: readonly CompiledTemplate[],
  senders: Senders,
): Drawn[] => {
  const links = new Map(templates.map(({ id, document }) => [id, builtInsOf(document)]))
  return distinct(
    items.map((item) => ({
      postflowId: item.postflowId,
      postbatchId: item.postbatchId,
      templateVersionId: item.templateVersionId,
      links: links.get(item.templateVersionId)!,
      baseUrl,
      sender: senderOf(senders.get(mailingKey(item))),
    })),
  )
}

export const distinct = (drawn: readonly Drawn[]): Drawn[] => [
  ...new Map(
    drawn.map((one) => {
      const { postflowId, postbatchId, templateVersionId, baseUrl, sender } = one
      return [JSON.stringify([postflowId, postbatchId, templateVersionId, baseUrl, sender]), one]
    }),
  ).values(),
]

const partPieces = (
  { config, crypto }: Services,
  { run, organisation, sheet, firstSequence, remake }: PartRequest,
  items: readonly ItemRow[],
  templates: ReadonlyMap<string, CompiledTemplate>,
  senders: Senders,
): PartPiece[] => {
  const digest = markDigest(crypto)
  const hasMarks = sheet.zones.some(({ kind }) => kind === 'mark')
  return items.map((item, index) => {
    const { document } = templates.get(item.templateVersionId)!
    const sequence = remake?.sequenceOf(item) ?? firstSequence + index
    const piece = {
      ...pieceOf(config, item, document, organisation.country, senders.get(mailingKey(item))),
      templateId: item.templateVersionId,
      sequence,
    }
    if (!hasMarks) return piece
    const sheets = sheetsOf(sheet.plex, document.pages.length)
    const mark = {
      run: runCodeOf(run.id),
      sequence,
      item: item.trackingCode,
      sheets,
      isRemake: remake !== undefined,
    }
    return { ...piece, marks: marksOf(mark, digest) }
  })
}

const templatesOf = (services: Services, run: RunRow, items: readonly ItemRow[]) => {
  const versions = [...new Set(items.map((item) => item.templateVersionId))]
  const specificationVersion = versionOf(run.specificationVersion)
  return Promise.all(versions.map((id) => compiledTemplate(services, run, id, specificationVersion)))
}

const renderOnce = async (
  services: Services,
  request: PartRequest,
  templates: readonly CompiledTemplate[],
  pieces: readonly PartPiece[],
): Promise<PartResult> => {
  const { run, sheet, number, remake } = request
  const writer = await services.blobs.create(blobOf(request))
  try {
    const result = await services.renderer.renderPart(
      {
        title: remake ? remake.name.replace(/\.pdf$/, '') : `${run.id} ${String(number).padStart(3, '0')}`,
        // Not the current time, so that a file rendered again after a crash is the same.
        createdAt: run.cutoffAt,
        sheet,
        templates,
        pieces,
      },
      (chunk) => writer.write(chunk),
    )
    if (result.pieces.some((piece) => hasErrors(piece.findings))) await writer.abort()
    else await writer.finish()
    return result
  } catch (error) {
    await writer.abort()
    throw error
  }
}

const printed = (
  { config }: Services,
  { run, number, sheet, remake }: PartRequest,
  item: ItemRow,
  piece: PartPiece,
  result: PartResultPiece,
): PrintedPiece => {
  // Otherwise the manifest would assign pages to the wrong recipients.
  if (result.itemId !== item.id)
    throw new Error(`The renderer returned the pieces of ${run.id} out of order.`)
  return {
    id: item.id,
    sequence: piece.sequence,
    part: remake?.name ?? partName(run.id, number),
    firstPage: result.firstPage,
    pageCount: result.pageCount,
    sheetCount: sheetsOf(sheet.plex, result.pageCount),
    country: item.recipientCountry,
    postalCode: item.recipient.postalCode ?? '',
    addressLines: [...piece.addressLines],
    code: item.trackingCode,
    // The list may be used for printing, so it contains no URL that readers can't reach.
    trackingUrl: run.mode === 'test' || isReachable(config) ? piece.trackingUrl : '',
    reference: item.reference,
    templateVersionId: item.templateVersionId,
    sha256: result.sha256,
  }
}

/** Numbers the trays of the printed items. Trays without printed items get no number. */
const traysOfPart = (
  { firstTray, trayOf }: PartRequest,
  items: readonly ItemRow[],
): { numbers: number[]; trays: RunTray[] } => {
  const trays: RunTray[] = []
  let last: number | undefined
  const numbers = items.map((item) => {
    const region = postalRegion(item.recipientCountry, item.recipient.postalCode ?? '')
    const tray = trayOf(item)
    if (tray !== last) {
      const number = firstTray + trays.length
      trays.push({ number, country: item.recipientCountry, from: region, to: region, items: 0 })
      last = tray
    }
    const open = trays.at(-1)!
    open.to = region
    open.items++
    return open.number
  })
  return { numbers, trays }
}

/** Pieces of a remake keep the trays of their run, which the run's package lists. */
const traysBefore = (
  { trayNumberOf }: PartRemake,
  items: readonly ItemRow[],
): { numbers: (number | undefined)[]; trays: RunTray[] } => ({ numbers: items.map(trayNumberOf), trays: [] })

const blobOf = ({ run, number, attempt, remake }: PartRequest): string =>
  remake?.blobKey ?? partBlob(run.id, number, 0, attempt)

const partOf = (request: PartRequest, result: PartResult, items: number): RunPart => ({
  name: request.remake?.name ?? partName(request.run.id, request.number),
  blobKey: blobOf(request),
  bytes: result.bytes,
  pages: result.pages,
  items,
  sha256: result.sha256,
})

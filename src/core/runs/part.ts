import { toHex } from '../access/authenticate.ts'
import { type Finding, hasErrors } from '../finding.ts'
import { mailingKey } from '../items/mailing.ts'
import type { ItemRow } from '../items/store.ts'
import type { OrganisationRow } from '../organisations/store.ts'
import type { CompiledTemplate, PartPiece, PartResult, PartResultPiece, Sheet } from '../ports/renderer.ts'
import { sheetsOf } from '../products/plex.ts'
import type { Services } from '../services.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { keepPartRecord, type PrintedPiece, partBlob, partName } from './blobs.ts'
import { pieceOf, returnAddressesOf } from './piece.ts'
import type { RunPart, RunRow } from './store.ts'

export interface PartRequest {
  run: RunRow
  organisation: OrganisationRow
  sheet: Sheet
  /** 1-based number of the part. */
  number: number
  /** Sets apart what this attempt writes from what others do. */
  attempt: string
  /** Sequence of its first piece. */
  firstSequence: number
  /** In print order. */
  items: readonly ItemRow[]
}

export interface RenderedPart {
  /** Undefined when nothing of it could be printed. */
  part: RunPart | undefined
  pieces: PrintedPiece[]
  /** What cannot be printed, and why. */
  excluded: { item: ItemRow; findings: Finding[] }[]
}

/**
 * Renders one part into blobs. Pieces that cannot be printed are left out and the part is rendered once more without
 * them, so that sequence numbers have no holes: a hole would look like a lost piece to the printer.
 */
export const renderPart = async (services: Services, request: PartRequest): Promise<RenderedPart> => {
  const excluded: RenderedPart['excluded'] = []
  let items = request.items
  while (items.length > 0) {
    const parts = await partPieces(services, request, items)
    const templates = await templatesOf(services, parts)
    const result = await renderOnce(services, request, templates, parts)
    const failed = new Map(
      result.pieces
        .filter((piece) => hasErrors(piece.findings))
        .map((piece) => [piece.itemId, piece.findings]),
    )
    if (failed.size === 0) {
      const pieces = items.map((item, index) => printed(request, item, parts[index]!, result.pieces[index]!))
      await keepPartRecord(services, blobOf(request), {
        engine: services.renderer.engine,
        layers: Object.fromEntries(
          templates.map(({ id, layer }) => [id, toHex(services.crypto.sha256(layer))]),
        ),
        pieces,
      })
      return { part: partOf(request, result, items.length), pieces, excluded }
    }
    for (const item of items) {
      const findings = failed.get(item.id)
      if (findings) excluded.push({ item, findings })
    }
    items = items.filter((item) => !failed.has(item.id))
  }
  return { part: undefined, pieces: [], excluded }
}

const partPieces = async (
  services: Services,
  { run, organisation, firstSequence }: PartRequest,
  items: readonly ItemRow[],
): Promise<PartPiece[]> => {
  const { organisationId, mode } = run
  const returnAddresses = await services.store.read((rows) =>
    returnAddressesOf(rows, { organisationId, mode }, items),
  )
  return items.map((item, index) => ({
    ...pieceOf(services.config, item, organisation.country, returnAddresses.get(mailingKey(item))),
    templateId: item.templateVersionId,
    sequence: firstSequence + index,
  }))
}

const templatesOf = (services: Services, pieces: readonly PartPiece[]): Promise<CompiledTemplate[]> => {
  const versions = [...new Set(pieces.map((piece) => piece.templateId))]
  return Promise.all(versions.map((id) => compiledTemplate(services, id)))
}

const renderOnce = async (
  services: Services,
  request: PartRequest,
  templates: readonly CompiledTemplate[],
  pieces: readonly PartPiece[],
): Promise<PartResult> => {
  const { run, sheet, number } = request
  const writer = await services.blobs.create(blobOf(request))
  try {
    const result = await services.renderer.renderPart(
      {
        title: `${run.id} ${String(number).padStart(3, '0')}`,
        // The cutoff, not the time of rendering: rendered again after a crash, the file is the same.
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
  { run, number, sheet }: PartRequest,
  item: ItemRow,
  piece: PartPiece,
  result: PartResultPiece,
): PrintedPiece => {
  // The manifest would name the wrong pages: better no package than one that posts mail to the wrong people.
  if (result.itemId !== item.id)
    throw new Error(`The renderer returned the pieces of ${run.id} out of order.`)
  return {
    id: item.id,
    sequence: piece.sequence,
    part: partName(run.id, number),
    firstPage: result.firstPage,
    pageCount: result.pageCount,
    sheetCount: sheetsOf(sheet.plex, result.pageCount),
    country: item.recipientCountry,
    postalCode: item.recipient.postalCode ?? '',
    addressLines: [...piece.addressLines],
    trackingUrl: piece.trackingUrl,
    reference: item.reference,
    templateVersionId: item.templateVersionId,
    sha256: result.sha256,
  }
}

const blobOf = ({ run, number, attempt }: PartRequest): string => partBlob(run.id, number, 0, attempt)

const partOf = (request: PartRequest, result: PartResult, items: number): RunPart => ({
  name: partName(request.run.id, request.number),
  blobKey: blobOf(request),
  bytes: result.bytes,
  pages: result.pages,
  items,
  sha256: result.sha256,
})

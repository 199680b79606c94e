import type { ModeScope } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import { canonicalJson } from '../../kernel/json.ts'
import type { ItemRow } from '../../model/items.ts'
import type { RunPart, RunRow } from '../../model/runs.ts'
import type { ExtractedPages } from '../../ports/renderer.ts'
import { itemById } from '../items/item.ts'
import {
  type ErasedPiece,
  isErased,
  type PartRecord,
  type PrintedPiece,
  partRecord,
} from '../runs/rendering/blobs.ts'
import { evidenceProblems } from './sentences.ts'

/** An item with its place in the package of its run. */
export interface Printed {
  item: ItemRow
  run: RunRow
  part: RunPart
  record: PartRecord
  piece: PrintedPiece | ErasedPiece
}

/** Reads rows and blobs, for `prepare` and jobs. Throws 404, and 409 before rendering. */
export const printedOf = async (services: Services, scope: ModeScope, itemId: string): Promise<Printed> => {
  const { item, run } = await services.store.read(async (rows) => {
    const item = await itemById(rows, scope, itemId)
    return { item, run: item.runId === null ? undefined : await rows.runs.get(scope, item.runId) }
  })
  const number = run && item.sequence !== null ? partNumber(run, item.sequence) : undefined
  if (!run || number === undefined) {
    throw problem(evidenceProblems.sentence('invalid_state.not_rendered', { status: item.status }))
  }
  const record = await partRecord(services, run.parts[number - 1]!)
  const piece = record.pieces.find(({ id }) => id === item.id)
  if (!piece) throw new Error(`The record of ${run.parts[number - 1]!.name} does not contain ${item.id}.`)
  return { item, run, part: run.parts[number - 1]!, record, piece }
}

/** Returns the number of the part that has the item, from 1. Sequence numbers continue across parts. */
export const partNumber = (run: Pick<RunRow, 'parts'>, sequence: number): number | undefined => {
  let last = 0
  for (const [index, part] of run.parts.entries()) {
    last += part.items
    if (sequence <= last) return index + 1
  }
  return undefined
}

/** Serialises the extraction, so that memory contains one part (up to a hundred megabytes) at a time. */
let previous: Promise<unknown> = Promise.resolve()

/**
 * Extracts an item's pages and compares them with the digest from their rendering. Undefined if the part no
 * longer exists or the item was erased. Throws if the pages differ from what was printed.
 */
export const printedPages = (services: Services, printed: Printed): Promise<ExtractedPages | undefined> => {
  const result = previous.then(() => cut(services, printed))
  previous = result.catch(() => undefined)
  return result
}

const cut = async (
  services: Services,
  { item, run, part: { blobKey }, record, piece }: Printed,
): Promise<ExtractedPages | undefined> => {
  const part = isErased(piece) ? undefined : await services.blobs.get(blobKey)
  if (!part) return undefined
  const pages = await services.renderer.extract(part, {
    firstPage: piece.firstPage,
    pageCount: piece.pageCount,
    title: item.id,
    // The cutoff, as in the part, so that the file is always identical.
    createdAt: run.cutoffAt,
    contentId: piece.sha256,
  })
  if (contentSha256(services, record.layers[piece.templateVersionId] ?? '', pages.content) !== piece.sha256) {
    throw new Error(`The pages of ${item.id} in ${piece.part} differ from the rendered ones.`)
  }
  return pages
}

/** `PartResultPiece.sha256`, computed from its two halves. */
export const contentSha256 = (
  { crypto }: Pick<Services, 'crypto'>,
  layerSha256: string,
  content: Uint8Array,
): string => {
  const hash = crypto.sha256Stream()
  hash.update(new TextEncoder().encode(layerSha256))
  hash.update(content)
  return toHex(hash.digest())
}

/** The digest of a manifest's row in canonical JSON, kept after its recipient is erased. */
export const pieceSha256 = ({ crypto }: Pick<Services, 'crypto'>, piece: PrintedPiece): string =>
  toHex(crypto.sha256(canonicalJson(piece)))

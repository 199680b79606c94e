import { toHex } from '../access/authenticate.ts'
import type { ModeScope } from '../context.ts'
import { problem } from '../errors.ts'
import { itemById } from '../items/item.ts'
import type { ItemRow } from '../items/store.ts'
import type { ExtractedPages } from '../ports/renderer.ts'
import { type PartRecord, type PrintedPiece, partBlob, partRecord } from '../runs/blobs.ts'
import type { RunPart, RunRow } from '../runs/store.ts'
import type { Services } from '../services.ts'

/** An item with its place in the package of its run. */
export interface Printed {
  item: ItemRow
  run: RunRow
  /** 1-based number of the part, and what the run says of it. */
  number: number
  part: RunPart
  record: PartRecord
  piece: PrintedPiece
}

/**
 * Where an item was printed. Reads rows and blobs: for `prepare` and jobs. Throws 404 for an unknown item, 409 for
 * one that no run has rendered.
 */
export const printedOf = async (services: Services, scope: ModeScope, itemId: string): Promise<Printed> => {
  const { item, run } = await services.store.read(async (rows) => {
    const item = await itemById(rows, scope, itemId)
    return { item, run: item.runId === null ? undefined : await rows.runs.get(scope, item.runId) }
  })
  const number = run && item.sequence !== null ? partNumber(run, item.sequence) : undefined
  if (!run || number === undefined) {
    throw problem('invalid_state', `This item is ${item.status} and was not rendered for printing.`)
  }
  const record = await partRecord(services, run.id, number)
  const piece = record.pieces.find(({ id }) => id === item.id)
  if (!piece) throw new Error(`The record of part ${number} of ${run.id} does not know ${item.id}.`)
  return { item, run, number, part: run.parts[number - 1]!, record, piece }
}

/** Sequences count through the parts. */
const partNumber = (run: RunRow, sequence: number): number | undefined => {
  let last = 0
  for (const [index, part] of run.parts.entries()) {
    last += part.items
    if (sequence <= last) return index + 1
  }
  return undefined
}

/** One part at a time is held in memory, however many ask (a part may be a hundred megabytes). */
let underWay: Promise<unknown> = Promise.resolve()

/**
 * The item's own pages, cut from the part that was printed and compared with the digest that was taken while it was
 * drawn. Undefined where the part is there no more. Throws where the pages are not what was printed.
 */
export const printedPages = (services: Services, printed: Printed): Promise<ExtractedPages | undefined> => {
  const result = underWay.then(() => cut(services, printed))
  underWay = result.catch(() => undefined)
  return result
}

const cut = async (
  services: Services,
  { item, run, number, record, piece }: Printed,
): Promise<ExtractedPages | undefined> => {
  const part = await services.blobs.get(partBlob(run.id, number))
  if (!part) return undefined
  const pages = await services.renderer.extract(part, {
    firstPage: piece.firstPage,
    pageCount: piece.pageCount,
    title: item.id,
    // As in the part: the cutoff, so that the file is the same whenever it is asked for.
    createdAt: run.cutoffAt,
    contentId: piece.sha256,
  })
  if (contentSha256(services, record.layers[piece.templateVersionId] ?? '', pages.content) !== piece.sha256) {
    throw new Error(`The pages of ${item.id} in ${piece.part} are not those that were drawn.`)
  }
  return pages
}

/** What `PartResultPiece.sha256` says, made from its halves. */
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

import type { Services } from '../../../engine/services.ts'
import { toHex } from '../../../kernel/bytes.ts'
import type { RunPart, RunRow } from '../../../model/runs.ts'
import type { ProofPiece, ProofResult } from '../../../ports/renderer.ts'
import { runLimits } from '../limits.ts'
import type { PrintedPiece } from '../rendering/blobs.ts'
import { partRecords } from './facts.ts'
import type { ProofEntry, ProofReason } from './manifest.ts'

const reasonTexts: Readonly<Record<ProofReason, string>> = {
  first: 'first piece',
  last: 'last piece',
  longest_address: 'longest address',
  design: 'first of its design',
}

export interface Proof {
  file: ProofResult
  pages: number
  pieces: ProofEntry[]
}

interface Chosen {
  piece: PrintedPiece
  part: RunPart
  reasons: ProofReason[]
}

/**
 * Returns the proof of a run (docs/design/print-packages.md): its first and last piece, the one with the
 * longest address, and the first of every other design. Pages are cut from the parts for the printer, so the
 * proof shows exactly what is printed. The same parts produce the same bytes.
 */
export const proofOf = async (services: Services, run: RunRow): Promise<Proof> => {
  const chosen = await choose(services, run)
  const itemCount = run.parts.reduce((count, part) => count + part.items, 0)
  const title = `${run.id} PROOF`
  const about = { title, createdAt: run.cutoffAt }
  const cut: ProofPiece[] = []
  const pieces: ProofEntry[] = []
  let pages = 0
  // Memory holds one part at a time: each may have a hundred megabytes, and `extract` takes ownership of its
  // bytes.
  for (const { piece, part, reasons } of chosen) {
    const { id, sequence, firstPage, pageCount, sha256 } = piece
    const whole = await services.blobs.get(part.blobKey)
    if (!whole) throw new Error(`The rendered part ${part.name} is missing.`)
    const range = { ...about, firstPage, pageCount, contentId: sha256 }
    const { pdf } = await services.renderer.extract(whole, range)
    const what = reasons.map((reason) => reasonTexts[reason]).join(', ')
    // The pieces of a remake keep their places in the whole run.
    const place = `piece ${sequence} of ${Math.max(itemCount, run.itemCount)} (${what})`
    cut.push({ pdf, lines: ['PROOF: TO LOOK AT, NOT TO PRINT', `${run.id} · ${place}`] })
    pieces.push({ id, sequence, firstPage: pages + 1, pageCount, reasons })
    pages += pageCount
  }
  const digests = chosen.map(({ piece }) => piece.sha256).join('')
  const contentId = toHex(services.crypto.sha256(new TextEncoder().encode(digests)))
  return { file: await services.renderer.proof(cut, { ...about, contentId }), pages, pieces }
}

/** Returns the chosen pieces in print order, without duplicates. */
const choose = async (services: Services, run: RunRow): Promise<Chosen[]> => {
  const chosen = new Map<ProofReason, Chosen>()
  const designs = new Map<string, Chosen>()
  for await (const { part, pieces } of partRecords(services, run)) {
    for (const piece of pieces) {
      const one: Chosen = { piece, part, reasons: [] }
      if (!chosen.has('first')) chosen.set('first', one)
      chosen.set('last', one)
      const longest = chosen.get('longest_address')
      if (!longest || isLonger(piece, longest.piece)) chosen.set('longest_address', one)
      const { templateVersionId: design } = piece
      if (designs.size < runLimits.proofDesigns && !designs.has(design)) designs.set(design, one)
    }
  }
  const all = new Map<number, Chosen>()
  const add = (reason: ProofReason, { piece, part }: Chosen) => {
    const one = all.get(piece.sequence) ?? { piece, part, reasons: [] }
    all.set(piece.sequence, one)
    one.reasons.push(reason)
  }
  for (const [reason, one] of chosen) add(reason, one)
  // In a run with one design the first piece shows it.
  if (designs.size > 1) for (const one of designs.values()) add('design', one)
  return [...all.values()].sort((a, b) => a.piece.sequence - b.piece.sequence)
}

/**
 * True if it has more lines, or as many lines with more characters, and so is more likely to exceed the
 * address window.
 */
const isLonger = ({ addressLines: a }: PrintedPiece, { addressLines: b }: PrintedPiece): boolean =>
  a.length > b.length || (a.length === b.length && a.join('').length > b.join('').length)

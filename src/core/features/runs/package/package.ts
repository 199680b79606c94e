import type { Services } from '../../../engine/services.ts'
import { collect, toHex } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import { isNotNull } from '../../../kernel/query.ts'
import { assertAction, type RunPart, type RunRemakeRow, type RunRow } from '../../../model/runs.ts'
import type { PackageFile } from '../../../ports/print-partner.ts'
import type { ProofPiece, ProofResult } from '../../../ports/renderer.ts'
import type { Rows } from '../../../ports/store.ts'
import { notReady } from '../../items/ready-for-live.ts'
import { runLimits } from '../limits.ts'
import { readinessOf } from '../printing/hand-over.ts'
import { type PrintedPiece, runBlob } from '../rendering/blobs.ts'
import { runStateProblems } from '../sentences.ts'
import { currentTexts, packageFacts, partRecords, removeTexts, storingTexts } from './facts.ts'
import { csvRows, manifestHead, manifestText, type ProofEntry, type ProofReason } from './manifest.ts'
import { ticketText } from './ticket.ts'
import { xjdfTicket } from './xjdf.ts'

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
 * The proof (docs/design/runs.md#print-packages): first and last piece, longest address, and the first of every
 * other design. Cut from the printer's parts, so it shows exactly what is printed. The same parts produce the
 * same bytes.
 */
const proofOf = async (services: Services, run: RunRow): Promise<Proof> => {
  const chosen = await choose(services, run)
  const itemCount = run.parts.reduce((count, part) => count + part.items, 0)
  const title = `${run.id} PROOF`
  const about = { title, createdAt: run.cutoffAt }
  const cut: ProofPiece[] = []
  const pieces: ProofEntry[] = []
  let pages = 0
  // One part in memory at a time: it may have a hundred megabytes, and `extract` takes ownership of its
  // bytes.
  for (const { piece, part, reasons } of chosen) {
    const { id, sequence, firstPage, pageCount, sha256 } = piece
    const whole = await services.blobs.get(part.blobKey)
    if (!whole) throw new Error(`The rendered part ${part.name} is missing.`)
    const range = { ...about, firstPage, pageCount, contentId: sha256 }
    const { pdf } = await services.renderer.extract(whole, range)
    const what = reasons.map((reason) => reasonTexts[reason]).join(', ')
    // The pieces of a remake keep their places in the run.
    const place = `piece ${sequence} of ${Math.max(itemCount, run.itemCount)} (${what})`
    cut.push({ pdf, lines: ['PROOF: TO LOOK AT, NOT TO PRINT', `${run.id} · ${place}`] })
    pieces.push({ id, sequence, firstPage: pages + 1, pageCount, reasons })
    pages += pageCount
  }
  const digests = chosen.map(({ piece }) => piece.sha256).join('')
  const contentId = toHex(services.crypto.sha256(new TextEncoder().encode(digests)))
  return { file: await services.renderer.proof(cut, { ...about, contentId }), pages, pieces }
}

/** Returns pieces in print order, without duplicates. */
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

/** Compares lines, then characters: a longer address more likely exceeds the window. */
const isLonger = ({ addressLines: a }: PrintedPiece, { addressLines: b }: PrintedPiece): boolean =>
  a.length > b.length || (a.length === b.length && a.join('').length > b.join('').length)

/** References are customers' text, and formulas must not run in a printer's spreadsheet. */
const csvOptions = { delimiter: ';', bom: true, neutraliseFormulas: true } as const

const ticketName = 'ticket.xjdf'
const proofName = 'proof.pdf'
const chunkBytes = 64 * 1024

const encoder = new TextEncoder()

/**
 * Yields the files of the print package (docs/design/runs.md#print-packages), `SHA256SUMS` last. The same run
 * always produces the same bytes. Memory holds the list of one part and the proof. Read each file to its end
 * before taking the next. `alive` is called between files to extend the caller's lease. With a `remake`,
 * `run.parts` are those of the remake.
 */
export async function* packageFiles(
  services: Services,
  run: RunRow,
  alive: () => Promise<void> = async () => {},
  remake?: RunRemakeRow,
): AsyncGenerator<PackageFile> {
  const sums: string[] = []
  for (const part of run.parts) {
    yield { name: part.name, content: await partContent(services, part, sums) }
    await alive()
  }
  const facts = await packageFacts(services, run, remake)
  const head = manifestHead(services, facts)
  const ticket = encoder.encode(await services.xml.write(xjdfTicket(facts)))
  const { file: proof, ...shown } = await proofOf(services, run)
  await alive()
  const extras = {
    proof: { name: proofName, bytes: proof.pdf.length, sha256: proof.sha256, ...shown },
    ticket: { name: ticketName, bytes: ticket.length, sha256: toHex(services.crypto.sha256(ticket)) },
  }
  const lists = {
    'items.csv': services.csv.encode(csvRows(services, run), csvOptions),
    'manifest.json': manifestText(services, run, { ...head, ...extras }),
    'ticket.txt': once(encoder.encode(ticketText(head))),
    [ticketName]: once(ticket),
  }
  for (const [name, content] of Object.entries(lists)) {
    yield { name, content: summed(services, name, content, sums) }
    await alive()
  }
  yield { name: proofName, content: hashed(proof, sums) }
  if (sums.length !== run.parts.length + Object.keys(lists).length + 1) {
    throw new Error('A file of the package was not read to its end before the next one.')
  }
  yield { name: 'SHA256SUMS', content: once(encoder.encode(`${sums.join('\n')}\n`)) }
}

/**
 * Throws 409 if a run is not rendered, its pages were removed, or it may not be printed yet. Checked on every
 * call: the job that records it runs once a minute, and a fetched package may be printed in between.
 */
export const assertPackaged = async (
  services: Pick<Services, 'config'>,
  rows: Rows,
  run: RunRow,
): Promise<RunRow> => {
  if (run.status === 'FAILED' && run.renderedAt === null) {
    throw problem(runStateProblems.sentence('invalid_state.no_package'))
  }
  assertAction('package', run.status)
  if (run.status === 'RENDERED' || run.status === 'FAILED') {
    const { findings, isOutdated } = await readinessOf(services, rows, run)
    if (findings.length > 0) throw notReady(findings)
    if (isOutdated) {
      throw problem(runStateProblems.sentence('invalid_state.pages_to_draw'))
    }
  }
  const isErased = run.pagesDeletedAt !== null || run.parts.some((part) => part.erasures)
  if (isErased || (await isErasureRequested(rows, run))) {
    throw problem(runStateProblems.sentence('invalid_state.pages_erased'))
  }
  return run
}

/** True from the request on; a job erases the recipient later, and pieces can't be rendered again. */
const isErasureRequested = async (rows: Rows, run: RunRow): Promise<boolean> => {
  const ofRun = { runId: run.id, erasureRequestedAt: isNotNull }
  return (await rows.erasables.find(run, ofRun, { limit: 1 })).length > 0
}

async function* summed(
  services: Services,
  name: string,
  content: AsyncIterable<Uint8Array>,
  sums: string[],
): AsyncGenerator<Uint8Array, string> {
  const hash = services.crypto.sha256Stream()
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  const sum = toHex(hash.digest())
  sums.push(`${sum}  ${name}`)
  return sum
}

/** Returns the bytes of a part; throws if it is missing, or at the end if its checksum differs. */
export const partContent = async (
  services: Services,
  part: RunRow['parts'][number],
  sums: string[] = [],
): Promise<AsyncIterable<Uint8Array>> => {
  const content = await services.blobs.stream(part.blobKey)
  if (!content) throw new Error(`The rendered part ${part.name} is missing.`)
  return checked(services, content, part, sums)
}

/** Throws at the end if the checksum differs, because a damaged file must not be printed. */
async function* checked(
  services: Services,
  content: AsyncIterable<Uint8Array>,
  part: { name: string; sha256: string },
  sums: string[],
): AsyncGenerator<Uint8Array> {
  const sum = yield* summed(services, part.name, content, sums)
  if (sum !== part.sha256) throw new Error(`The rendered part ${part.name} is damaged on disk.`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Yields chunks, because images can make a proof large; reuses the renderer's digest. */
async function* hashed({ pdf, sha256 }: ProofResult, sums: string[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < pdf.length; at += chunkBytes) yield pdf.subarray(at, at + chunkBytes)
  sums.push(`${sha256}  ${proofName}`)
}

const sumsFile = 'SHA256SUMS'
const sumsBlob = (runId: string): string => runBlob(runId, 'sha256sums.txt')

/** Yields a package, storing texts and `SHA256SUMS` as evidence. `isFirst`: no printer has any file of it. */
export const handedFiles = (
  services: Services,
  run: RunRow,
  isFirst: boolean,
  alive: () => Promise<void> = async () => {},
): AsyncGenerator<PackageFile> => {
  const present = () => currentTexts(services, run)
  const files = keepingSums(services, run, packageFiles(services, run, alive))
  return storingTexts(services, run, { isFirst: isFirst, present, alive }, files)
}

async function* keepingSums(
  { blobs }: Pick<Services, 'blobs'>,
  run: RunRow,
  files: AsyncIterable<PackageFile>,
): AsyncGenerator<PackageFile> {
  for await (const file of files) {
    if (file.name !== sumsFile) {
      yield file
      continue
    }
    const bytes = await collect(file.content)
    await blobs.put(sumsBlob(run.id), bytes)
    yield { name: file.name, content: packageOnce(bytes) }
  }
}

/** Removes checksums and texts of a package that was never handed over and is rendered again. */
export const removeSums = async (services: Pick<Services, 'blobs'>, runId: string): Promise<void> => {
  await services.blobs.remove(sumsBlob(runId))
  await removeTexts(services, runId)
}

/**
 * Returns `SHA256SUMS`. If none were stored, because an operator confirmed an interrupted hand-over, writes
 * the package again, with the same bytes.
 */
export const packageSums = async (services: Services, run: RunRow): Promise<string> => {
  const kept = await services.blobs.get(sumsBlob(run.id))
  if (kept) return new TextDecoder().decode(kept)
  for await (const { content } of handedFiles(services, run, false)) {
    for await (const _chunk of content);
  }
  return new TextDecoder().decode(await services.blobs.get(sumsBlob(run.id)))
}

async function* packageOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

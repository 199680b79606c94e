import type { Services } from '../../../engine/services.ts'
import { concatenate, crc32, toHex } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import { fileNamePart } from '../../../kernel/text.ts'
import { dayIn } from '../../../kernel/time.ts'
import {
  dosTime,
  type ZipEntry,
  zipDescriptor,
  zipDirectory,
  zipHeader,
  zipLimit32,
} from '../../../kernel/zip.ts'
import type { MailingRef } from '../../../model/items.ts'
import type { RunRow } from '../../../model/runs.ts'
import type { PackageFile } from '../../../ports/print-partner.ts'
import type { Rows } from '../../../ports/store.ts'
import { runCodeOf } from '../../../template/sheet-mark.ts'
import { specificationAt } from '../../products/specifications.ts'
import { runLimits } from '../limits.ts'
import { mailingsOf } from '../run.ts'
import { runStateProblems } from '../sentences.ts'
import { partContent } from './package.ts'

const chunkBytes = 64 * 1024

export const officePdfOf = async (
  services: Services,
  run: Pick<RunRow, 'id' | 'parts' | 'specificationId' | 'specificationVersion' | 'cutoffAt'>,
  title = run.id,
): Promise<Uint8Array> => {
  const { sheet } = await services.store.read((rows) =>
    specificationAt(services, rows, run.specificationId, run.specificationVersion),
  )
  const isOneSided = run.parts.every((part) => part.isOneSided)
  const isDuplex = sheet.plex === 'duplex'
  const parts: Uint8Array[] = []
  for (const part of run.parts) {
    const chunks: Uint8Array[] = []
    for await (const chunk of await partContent(services, part)) chunks.push(chunk)
    parts.push(concatenate(chunks))
  }
  const digests = run.parts.map(({ sha256 }) => sha256).join('')
  return services.renderer.office(parts, {
    title,
    createdAt: run.cutoffAt,
    contentId: toHex(services.crypto.sha256(new TextEncoder().encode(digests))),
    dropsBacks: isDuplex && isOneSided,
    isTwoSided: isDuplex && !isOneSided,
  })
}

export async function* inChunks(pdf: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < pdf.length; at += chunkBytes) yield pdf.subarray(at, at + chunkBytes)
}

/** Throws 409 if the parts of a run are too large to be held in memory at once. */
export const assertFitsOneFile = ({ parts }: RunRow): void => {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  if (bytes > runLimits.officePdfBytes) throw problem(runStateProblems.sentence('invalid_state.office_pdf'))
}

/**
 * Streams an uncompressed ZIP (PDF is compressed already), each file read to its end before the next. `at`
 * (ms) dates every file. Memory holds one chunk and the directory. Throws for a file of 4 GiB or more.
 */
export async function* zipOf(files: AsyncIterable<PackageFile>, at: number): AsyncGenerator<Uint8Array> {
  const stamp = dosTime(at)
  const entries: ZipEntry[] = []
  let offset = 0
  for await (const file of files) {
    const { name } = file
    const entry: ZipEntry = { name, method: 'stored', crc: 0, size: 0, packed: 0, offset, isStreamed: true }
    const header = zipHeader(entry, stamp)
    yield header
    for await (const chunk of file.content) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
    if (entry.size >= zipLimit32) throw new Error(`${name} is too large for a ZIP.`)
    entry.packed = entry.size
    const descriptor = zipDescriptor(entry)
    yield descriptor
    offset += header.length + entry.size + descriptor.length
    entries.push(entry)
  }
  yield* zipDirectory(entries, stamp, offset)
}

/** Returns the name of a mailing; undefined if it no longer exists. */
export const nameOfMailing = async (
  rows: Rows,
  { organisationId, mode }: Pick<RunRow, 'organisationId' | 'mode'>,
  { postflowId, postbatchId }: MailingRef,
): Promise<string | undefined> => {
  const scope = { organisationId, mode }
  const mailing =
    postbatchId !== null
      ? await rows.postbatches.get(scope, postbatchId)
      : postflowId !== null
        ? await rows.postflows.get(scope, postflowId)
        : undefined
  return mailing?.name
}

/** Returns mailing, cutoff day and the run code printed on the sheets. `timeZone` is the organisation's. */
export const downloadName = async (rows: Rows, run: RunRow, timeZone: string): Promise<string> => {
  const [first, ...others] = mailingsOf(run)
  const name = first && fileNamePart((await nameOfMailing(rows, run, first)) ?? '')
  const more = others.length > 0 ? `+${others.length}` : ''
  const day = dayIn(timeZone, Math.min(run.cutoffAt, run.cutoffReachedAt ?? run.cutoffAt))
  const test = run.mode === 'test' ? 'test' : ''
  return [name || run.id, more, day, test, runCodeOf(run.id)].filter(Boolean).join(' ')
}

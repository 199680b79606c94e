import type { Services } from '../../engine/services.ts'
import { concatenate, toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import type { RunRow } from '../../model/runs.ts'
import { specificationOf } from '../products/specification.ts'
import { runLimits } from './limits.ts'
import { partContent } from './package.ts'
import { runStateProblems } from './sentences.ts'

const chunkBytes = 64 * 1024

/** The parts of a run as one PDF that an office prints by itself (docs/design/print-packages.md). */
export const officePdfOf = async (
  services: Services,
  run: Pick<RunRow, 'id' | 'parts' | 'specificationId' | 'cutoffAt'>,
  title = run.id,
): Promise<Uint8Array> => {
  const { sheet } = await services.store.read((rows) => specificationOf(services, rows, run.specificationId))
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

/** The bytes of a PDF in pieces, as an answer is sent. */
export async function* inChunks(pdf: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < pdf.length; at += chunkBytes) yield pdf.subarray(at, at + chunkBytes)
}

/** Throws 409 where the parts of a run are too many bytes to be held in memory at once. */
export const assertFitsOneFile = ({ parts }: RunRow): void => {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  if (bytes > runLimits.officePdfBytes) throw problem(runStateProblems.say('invalid_state.office_pdf'))
}

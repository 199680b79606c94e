import type { Services } from '../../engine/services.ts'
import { collect } from '../../kernel/bytes.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PackageFile } from '../../ports/print-partner.ts'
import { runBlob } from './blobs.ts'
import { packageFiles } from './package.ts'
import { presentSaid } from './package-facts.ts'
import { forgetSaid, keepingSaid } from './said.ts'

const sumsFile = 'SHA256SUMS'
const sumsBlob = (runId: string): string => runBlob(runId, 'sha256sums.txt')

/**
 * The package of a run for its printer. What it says and its `SHA256SUMS` are stored before the printer gets
 * them, so that it can be written again and is evidence. `anew`: no printer has any of it.
 */
export const handedFiles = (
  services: Services,
  run: RunRow,
  anew: boolean,
  alive: () => Promise<void> = async () => {},
): AsyncGenerator<PackageFile> => {
  const present = () => presentSaid(services, run)
  const files = keepingSums(services, run, packageFiles(services, run, alive))
  return keepingSaid(services, run, { anew, present, alive }, files)
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
    yield { name: file.name, content: once(bytes) }
  }
}

/**
 * Removes the checksums of a package that was begun and never handed over, and what it said, because its pages
 * are drawn again.
 */
export const forgetSums = async (services: Pick<Services, 'blobs'>, runId: string): Promise<void> => {
  await services.blobs.remove(sumsBlob(runId))
  await forgetSaid(services, runId)
}

/**
 * `SHA256SUMS` of a run's package. Where none were stored, because an operator confirmed that an interrupted
 * hand-over did deliver, they are computed from the package, which gives the same bytes.
 */
export const packageSums = async (services: Services, run: RunRow): Promise<string> => {
  const kept = await services.blobs.get(sumsBlob(run.id))
  if (kept) return new TextDecoder().decode(kept)
  for await (const { content } of handedFiles(services, run, false)) {
    for await (const _chunk of content);
  }
  return new TextDecoder().decode(await services.blobs.get(sumsBlob(run.id)))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

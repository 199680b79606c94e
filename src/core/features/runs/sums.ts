import type { Services } from '../../engine/services.ts'
import { collect } from '../../kernel/bytes.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PackageFile } from '../../ports/print-partner.ts'
import { runBlob } from './blobs.ts'
import { packageFiles } from './package.ts'

const sumsFile = 'SHA256SUMS'
const sumsBlob = (runId: string): string => runBlob(runId, 'sha256sums.txt')

/**
 * Passes the files of a package through and stores its `SHA256SUMS`, as evidence, before the printer gets it.
 */
export async function* keepingSums(
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
 * Removes the checksums of a package that was begun and never handed over, because its pages are drawn again.
 */
export const forgetSums = ({ blobs }: Pick<Services, 'blobs'>, runId: string): Promise<void> =>
  blobs.remove(sumsBlob(runId))

/**
 * `SHA256SUMS` of a run's package. Where none were stored, because an operator confirmed that an interrupted
 * hand-over did deliver, they are computed from the package, which gives the same bytes.
 */
export const packageSums = async (services: Services, run: RunRow): Promise<string> => {
  const kept = await services.blobs.get(sumsBlob(run.id))
  if (kept) return new TextDecoder().decode(kept)
  for await (const { content } of keepingSums(services, run, packageFiles(services, run))) {
    for await (const _chunk of content);
  }
  return new TextDecoder().decode(await services.blobs.get(sumsBlob(run.id)))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

import type { Services } from '../../engine/services.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PackageFile } from '../../ports/print-partner.ts'
import { runBlob } from './blobs.ts'

/** Whom the printer asks. */
export interface Contact {
  name: string
  email: string | null
}

/**
 * What the lists and tickets of a package say besides its pages and that may be different later: names, the
 * contact, the day on which the carrier must have it, and where progress is reported.
 */
export interface PackageWords {
  organisation: string
  product: string
  contact: Contact | null
  /** ms */
  requiredAt: number
  baseUrl: string
}

const saidBlob = (runId: string): string => runBlob(runId, 'said.json')

/**
 * What the package that a printer was given said, so that it is written with the same bytes again. Undefined
 * of packages that nobody was given, or that an earlier version handed over.
 */
export const saidOf = async (
  { blobs }: Pick<Services, 'blobs'>,
  runId: string,
): Promise<PackageWords | undefined> => {
  const bytes = await blobs.get(saidBlob(runId))
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as PackageWords)
}

export const forgetSaid = ({ blobs }: Pick<Services, 'blobs'>, runId: string): Promise<void> =>
  blobs.remove(saidBlob(runId))

/**
 * The files of a package for its printer, with what they say kept once the printer takes the first of them.
 * `anew`: no printer has any of it, so that what an earlier attempt would have said counts no more.
 */
export async function* keepingSaid(
  services: Pick<Services, 'blobs'>,
  { id }: Pick<RunRow, 'id'>,
  {
    anew,
    present,
    alive,
  }: { anew: boolean; present: () => Promise<PackageWords>; alive: () => Promise<void> },
  files: AsyncIterable<PackageFile>,
): AsyncGenerator<PackageFile> {
  if (anew || !(await saidOf(services, id))) {
    const bytes = new TextEncoder().encode(JSON.stringify(await present()))
    // An attempt that has lost its lease must not change what a later one has said.
    await alive()
    await services.blobs.put(saidBlob(id), bytes)
  }
  yield* files
}

import type { Recipient } from '../../../address/schema.ts'
import type { ModeScope } from '../../../engine/caller.ts'
import type { Services } from '../../../engine/services.ts'
import { problem } from '../../../kernel/errors.ts'
import type { RunRemakeRow, RunRow } from '../../../model/runs.ts'
import type { PackageFile } from '../../../ports/print-partner.ts'
import { everyone } from '../../../ports/store.ts'
import { mailingKey } from '../../items/mailing.ts'
import { specificationAt } from '../../products/specifications.ts'
import { assertFitsOneFile, officePdfOf } from '../package/downloads.ts'
import { assertPackaged, packageFiles } from '../package/package.ts'
import { isErased, partRecord, recordBlob, runBlob } from '../rendering/blobs.ts'
import { renderPart } from '../rendering/part.ts'
import { runById } from '../run.ts'
import { runStateProblems } from '../sentences.ts'
import { itemsOf, remakeOf } from './remake.ts'

const prefix = 'remake_'

const label = ({ number }: RunRemakeRow): string => `${prefix}${String(number).padStart(2, '0')}`

/** Removes pages of a run's remakes that interrupted attempts left. A running attempt restarts. */
export const removeRemakePages = async ({ blobs }: Pick<Services, 'blobs'>, runId: string): Promise<void> => {
  for await (const key of blobs.list(runBlob(runId, prefix))) await blobs.remove(key)
}

/** Returns a name such as `run_…_remake_01`. */
export const remakeName = (remake: RunRemakeRow): string => `${remake.runId}_${label(remake)}`

/**
 * Renders the spoiled pieces from the same items with the original senders, and removes the pages when the
 * callback ends. The same remake produces the same bytes. `attempt` separates overlapping attempts.
 */
export const withRemakePackage = async <T>(
  services: Services,
  run: RunRow,
  remake: RunRemakeRow,
  attempt: string,
  body: (files: AsyncIterable<PackageFile>) => Promise<T>,
  alive: () => Promise<void> = async () => {},
): Promise<T> => {
  const blobKey = blobOf(run, remake, attempt)
  // Renders only when the first file is taken: an unavailable printer takes none.
  async function* files(): AsyncGenerator<PackageFile> {
    const part = await drawPart(services, run, remake, blobKey)
    await alive()
    yield* packageFiles(services, { ...run, parts: [part] }, alive, remake)
  }
  try {
    return await body(files())
  } finally {
    await removePages(services, blobKey)
  }
}

/** Renders when the first file is taken, and removes the pages after the last or a disconnection. */
export async function* remakeFiles(
  services: Services,
  run: RunRow,
  remake: RunRemakeRow,
): AsyncGenerator<PackageFile> {
  const blobKey = blobOf(run, remake, services.ids.trackingCode())
  try {
    const part = await drawPart(services, run, remake, blobKey)
    yield* packageFiles(services, { ...run, parts: [part] }, undefined, remake)
  } finally {
    await removePages(services, blobKey)
  }
}

/** Yields a run's package, then each remake in its own folder (`remake_01/`). */
export async function* filesWithRemakes(
  services: Services,
  run: RunRow,
  remakes: readonly RunRemakeRow[],
): AsyncGenerator<PackageFile> {
  yield* packageFiles(services, run)
  for (const remake of remakes) {
    for await (const file of remakeFiles(services, run, remake))
      yield { ...file, name: `${label(remake)}/${file.name}` }
  }
}

/** Returns the PDF for an office printer. Throws 409 if it is too large for one file. */
export const remakeOfficePdf = async (
  services: Services,
  run: RunRow,
  remake: RunRemakeRow,
): Promise<Uint8Array> => {
  const blobKey = blobOf(run, remake, services.ids.trackingCode())
  try {
    const drawn = { ...run, parts: [await drawPart(services, run, remake, blobKey)] }
    assertFitsOneFile(drawn)
    return await officePdfOf(services, drawn, remakeName(remake))
  } finally {
    await removePages(services, blobKey)
  }
}

/** Throws 404 for an unknown run or remake, 409 if the run has no package or the remake failed. */
export const packagedRemake = (
  services: Services,
  scope: ModeScope,
  { id, number }: { id: string; number: number },
): Promise<{ run: RunRow; remake: RunRemakeRow }> =>
  services.store.read(async (rows) => {
    const run = await runById({ rows, scope }, id)
    const remake = await remakeOf(rows, run, number)
    await assertPackaged(services, rows, run)
    if (remake.status === 'FAILED') throw problem(runStateProblems.sentence('invalid_state.remake_failed'))
    return { run, remake }
  })

const blobOf = (run: RunRow, remake: RunRemakeRow, attempt: string): string =>
  runBlob(run.id, `${label(remake)}.${attempt.toLowerCase()}.pdf`)

const removePages = async ({ blobs }: Services, blobKey: string): Promise<void> => {
  await blobs.remove(blobKey)
  await blobs.remove(recordBlob(blobKey))
}

const drawPart = async (services: Services, run: RunRow, remake: RunRemakeRow, blobKey: string) => {
  const { organisation, specification, items } = await services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run.organisationId))!,
    specification: await specificationAt(services, rows, run.specificationId, run.specificationVersion),
    items: await itemsOf(rows, run, remake.itemIds),
  }))
  // The erasure of a recipient may have been requested since the download was permitted.
  if (items.some(({ erasureRequestedAt }) => erasureRequestedAt !== null)) {
    throw problem(runStateProblems.sentence('invalid_state.pages_erased'))
  }
  const trays = await traysBefore(services, run, remake)
  const baseUrl = run.drawn[0]?.baseUrl ?? services.config.baseUrl
  const { part, excluded } = await renderPart(
    { ...services, config: { ...services.config, baseUrl } },
    {
      run,
      organisation,
      sheet: specification.sheet,
      number: 1,
      attempt: remake.id,
      firstSequence: 1,
      firstTray: 1,
      items,
      trayOf: () => 0,
      remake: {
        name: `${remakeName(remake)}.pdf`,
        blobKey,
        sequenceOf: ({ sequence }) => sequence!,
        trayNumberOf: ({ id }) => trays.get(id),
        senders: sendersOf(run),
      },
    },
  )
  const [first] = excluded
  if (first) {
    const why = first.findings.map(({ message }) => message).join(' ')
    throw new Error(`Piece ${first.item.sequence} cannot be drawn again: ${why}`)
  }
  if (!part) throw problem(runStateProblems.sentence('invalid_state.no_package'))
  return part
}

/** Senders as shown on the run's pages, regardless of current return addresses. */
const sendersOf = ({ drawn }: RunRow): Map<string, Recipient | undefined> =>
  new Map(
    drawn.map((pages) => [mailingKey(pages), pages.sender === null ? undefined : JSON.parse(pages.sender)]),
  )

const traysBefore = async (
  services: Services,
  run: RunRow,
  { itemIds }: RunRemakeRow,
): Promise<Map<string, number>> => {
  const wanted = new Set(itemIds)
  const trays = new Map<string, number>()
  for (const part of run.parts) {
    const { pieces } = await partRecord(services, part)
    for (const piece of pieces) {
      if (wanted.has(piece.id) && !isErased(piece) && piece.tray !== undefined)
        trays.set(piece.id, piece.tray)
    }
  }
  return trays
}

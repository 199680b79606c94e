import type { Recipient } from '../../address/schema.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import type { RunRemakeRow } from '../../model/run-remakes.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PackageFile } from '../../ports/print-partner.ts'
import { everyone } from '../../ports/store.ts'
import { mailingKey } from '../items/mailing.ts'
import { specificationAt } from '../products/versions.ts'
import { isErased, partRecord, recordBlob, runBlob } from './blobs.ts'
import { packageFiles } from './package.ts'
import { renderPart } from './part.ts'
import { itemsOf } from './remake.ts'
import { runStateProblems } from './sentences.ts'

const prefix = 'remake_'

const label = ({ number }: RunRemakeRow): string => `${prefix}${String(number).padStart(2, '0')}`

/** Removes what attempts have left that a crash has interrupted. One that is under way begins anew. */
export const removeRemakePages = async ({ blobs }: Pick<Services, 'blobs'>, runId: string): Promise<void> => {
  for await (const key of blobs.list(runBlob(runId, prefix))) await blobs.remove(key)
}

/** File name of a remake's PDF, as `run_…_remake_01.pdf`. */
const remakePartName = (remake: RunRemakeRow): string => `${remake.runId}_${label(remake)}.pdf`

/**
 * The package of a remake: as that of its run, with the spoiled pieces alone. It is drawn again, from the same
 * items and with the addresses that the run was printed with, and kept only until the body has ended; the same
 * remake gives the same bytes. `attempt` tells the files of attempts that overlap apart.
 */
export const withRemakePackage = async <T>(
  services: Services,
  run: RunRow,
  remake: RunRemakeRow,
  attempt: string,
  body: (files: AsyncIterable<PackageFile>) => Promise<T>,
  alive: () => Promise<void> = async () => {},
): Promise<T> => {
  const blobKey = runBlob(run.id, `${label(remake)}.${attempt.toLowerCase()}.pdf`)
  // Drawn once the first file is taken: a printer that is away takes none.
  async function* files(): AsyncGenerator<PackageFile> {
    const part = await drawPart(services, run, remake, blobKey)
    await alive()
    yield* packageFiles(services, { ...run, parts: [part] }, alive, remake)
  }
  try {
    return await body(files())
  } finally {
    await services.blobs.remove(blobKey)
    await services.blobs.remove(recordBlob(blobKey))
  }
}

const drawPart = async (services: Services, run: RunRow, remake: RunRemakeRow, blobKey: string) => {
  const { organisation, specification, items } = await services.store.read(async (rows) => ({
    organisation: (await rows.organisations.get(everyone, run.organisationId))!,
    specification: await specificationAt(services, rows, run.specificationId, run.specificationVersion),
    items: await itemsOf(rows, run, remake.itemIds),
  }))
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
        name: remakePartName(remake),
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
  if (!part) throw problem(runStateProblems.say('invalid_state.no_package'))
  return part
}

/** The sender of each mailing as the run's pages show it, whatever the return addresses are now. */
const sendersOf = ({ drawn }: RunRow): Map<string, Recipient | undefined> =>
  new Map(
    drawn.map((pages) => [mailingKey(pages), pages.sender === null ? undefined : JSON.parse(pages.sender)]),
  )

/** The tray that each piece belongs to, by the records of the run's parts. */
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

import { randomUUID } from 'node:crypto'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandOver, HandOverResult, PrintPartner } from '../../core/ports/print-partner.ts'
import { errorCode, syncFolder } from '../system/files.ts'
import { createHandOverJournal, type HandOverEntry, type HandOverJournal, JournalFailed } from './journal.ts'
import { assertRunId } from './names.ts'
import { SourceFailed, writePackage } from './package-writer.ts'
import { markedFolder, type PrinterFolder } from './printer-folder.ts'
import { noneStopped, removeFolders, type Unfinished, unfinishedPackages } from './unfinished.ts'
import { asUnusable, FolderUnusable, isRefusal } from './unusable.ts'

export interface FolderPartnerOptions {
  /** The printer's folder: a share, a synchronised folder, a mount. */
  root: string
  /** A folder of our own, on another path than `root`, for the journal of hand-overs. */
  stateDir: string
  /** How the printer's folder is told from another under its name: by a marker in it, unless it is told otherwise. */
  folder?: PrinterFolder
  /** Permissions of packages (octal), so that another user can fetch them; as the process makes folders by default. */
  mode?: number | undefined
}

/** A printer that fetches packages from a folder. */
export interface FolderPartner extends PrintPartner, Pick<PrinterFolder, 'prepare' | 'accept'> {}

/**
 * A printer that takes packages from a folder. A package is written beside its place as `.incoming-<runId>.<attempt>`,
 * synced, and renamed to `<runId>`, so that it appears whole; the journal notes the step before and after. Attempts of one
 * run may overlap, because one may have lost its lease unnoticed. Each has a folder and an entry of its own, and stops
 * those that began before it: of all of them one package appears, and whoever finds another's entry steps back.
 */
export const createFolderPartner = (options: FolderPartnerOptions): FolderPartner => {
  const { root, stateDir, mode, folder = markedFolder(options) } = options
  const journal = createHandOverJournal(stateDir)
  const places = (runId: string): Places => {
    assertRunId(runId)
    return {
      root,
      mode,
      folder,
      journal,
      unfinished: unfinishedPackages(root, runId),
      final: join(root, runId),
    }
  }
  return {
    name: 'folder',
    prepare: (options) => folder.prepare(options),
    accept: () => folder.accept(),
    handOver: (handOver) => deliver(handOver, places(handOver.runId)),
    find: async (runId) => find(runId, places(runId)),
    async discard(runId, { handedOver } = { handedOver: false }) {
      const { final } = places(runId)
      const noted = await journal.entries(runId)
      // Nobody waits for a folder in which nothing of this run ever was about to appear.
      if (!handedOver && noted.length === 0 && !(await isFolder(final))) return
      // Before the look and behind it: only what was seen between the two was seen in the printer's own folder.
      await folder.assertRight()
      if (!(await isFolder(final))) return folder.assertRight()
      // The journal must know before the folder goes, or `find` would call the run absent and print it again.
      if (!isDelivered(noted)) {
        const attempt = randomUUID()
        await journal.intend(runId, attempt)
        await journal.deliver(runId, attempt)
      }
      await removeFolders([final])
      await syncFolder(root)
      await folder.assertRight()
    },
  }
}

interface Places {
  root: string
  mode: number | undefined
  folder: PrinterFolder
  journal: HandOverJournal
  unfinished: Unfinished
  final: string
}

const deliver = async (
  { runId, files, confirmedAbsent = false }: HandOver,
  places: Places,
): Promise<HandOverResult> => {
  const { root, folder, journal, unfinished, final } = places
  const attempt = randomUUID()
  const incoming = unfinished.pathOf(attempt)
  let step: 'looking' | 'writing' | 'intended' = 'looking'
  try {
    // Before anything else: what a person spoke of is noted now. What is noted later is another attempt's.
    const past = confirmedAbsent ? await journal.entries(runId) : []
    await folder.assertRight()
    // What is there can only have come whole: handing over twice must not print twice.
    if (!(await isFolder(final))) {
      await mkdir(incoming)
      step = 'writing'
      await beginAnew(runId, attempt, past, places)
      await writePackage(incoming, files, places.mode)
      // Once more: a package that was begun behind a share that had just gone is not on it, and nothing is intended yet.
      await folder.assertRight()
      await journal.intend(runId, attempt)
      step = 'intended'
      await rename(incoming, final)
    }
  } catch (error) {
    if (step === 'intended' && TAKEN.has(errorCode(error) ?? '')) {
      // Another attempt was faster, and its package is as whole as ours would have been.
      await removeFolders([incoming]).catch(() => {})
    } else {
      // A share may rename and lose its answer. Only `find` can tell then, from what is left as it is.
      if (step === 'intended' && !isRefusal(error)) throw error
      // Where nothing was begun, what is known of the run stays.
      const failure = step === 'looking' ? error : await takeBack(runId, attempt, error, places)
      if (failure instanceof SourceFailed) throw failure.cause
      if (failure instanceof Overtaken) throw failure
      return { outcome: 'unavailable', reason: reasonOf(failure, root) }
    }
  }
  // From here on the printer may have it: a failure is not "unavailable" any more, and `find` must tell.
  if (step === 'looking') await journal.intend(runId, attempt)
  await syncFolder(root)
  // A share that goes at this moment may lose the name, and what was synced was not the share then.
  await folder.assertRight()
  await journal.deliver(runId, attempt)
  return { outcome: 'delivered', reference: final }
}

/** Another attempt is at this run, and may have let its package appear: only `find` can tell. */
class Overtaken extends Error {
  constructor() {
    super('Another attempt to hand this run over was under way.')
  }
}

/** From here on no attempt that began before this one can let its package appear. */
const beginAnew = async (
  runId: string,
  attempt: string,
  past: readonly HandOverEntry[],
  { journal, unfinished }: Places,
): Promise<void> => {
  const stopped = await unfinished.stop(attempt)
  // Only now: one that was faster has noted it before it could not be stopped any more.
  const attempts = past.map((entry) => entry.attempt)
  if ((await journal.entries(runId)).some((entry) => !attempts.includes(entry.attempt))) throw new Overtaken()
  // Where a person said "again": what is known of earlier hand-overs does not answer for this one.
  await journal.forget(runId, attempts)
  await stopped.remove()
}

/** Leaves nothing of an attempt whose package certainly has not appeared. The result is what to say of it. */
const takeBack = async (runId: string, attempt: string, error: unknown, places: Places): Promise<unknown> => {
  const { folder, journal, unfinished } = places
  const incoming = unfinished.pathOf(attempt)
  // In the right folder only another attempt removes what we write.
  const isOurs = await isFolder(incoming).catch(() => false)
  const isRight = await folder.assertRight().then(
    () => true,
    () => false,
  )
  await discard(runId, [attempt], journal, () => removeFolders([incoming]))
  return isOurs || !isRight || error instanceof SourceFailed ? error : new Overtaken()
}

const find = async (runId: string, places: Places): ReturnType<PrintPartner['find']> => {
  const { folder, journal, unfinished, final } = places
  if (isDelivered(await journal.entries(runId))) return 'delivered'
  const stopped = await unfinished.stop().catch((error: unknown) => {
    // On a share that is read-only now nothing can be stopped, and nothing told of what was intended.
    if (isRefusal(error)) return noneStopped
    throw error
  })
  // Only now: what has appeared in spite of that was noted before it did.
  const noted = await journal.entries(runId)
  if (isDelivered(noted)) return 'delivered'
  const isThere = await isFolder(final)
  try {
    await folder.assertRight()
  } catch (error) {
    // Of a run that was never about to appear our own journal knows; the hand-over looks for the folder itself.
    if (noted.length === 0 && error instanceof FolderUnusable) return 'absent'
    throw error
  }
  if (isThere) return 'delivered'
  if (!noted.every(({ attempt }) => stopped.has(attempt))) return 'uncertain'
  const attempts = noted.map(({ attempt }) => attempt)
  await discard(runId, attempts, journal, () => stopped.remove())
  return 'absent'
}

const isDelivered = (entries: readonly HandOverEntry[]): boolean =>
  entries.some(({ state }) => state === 'delivered')

/**
 * Leaves nothing behind. The journal goes first: a crash in between then finds a leftover that was never
 * renamed (absent), not an intent whose package has gone (uncertain).
 */
const discard = async (
  runId: string,
  attempts: readonly string[],
  journal: HandOverJournal,
  removeLeftovers: () => Promise<void>,
): Promise<void> => {
  try {
    await journal.forget(runId, attempts)
    await removeLeftovers()
  } catch {
    // The disk that just failed may fail here too; the next hand-over and `find` clean again.
  }
}

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

/** What `rename` answers when the package is there already. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST'])

const reasonOf = (error: unknown, root: string): string =>
  error instanceof JournalFailed ? error.message : asUnusable(error, root).message

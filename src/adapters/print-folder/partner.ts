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
  /** A folder of this instance, outside `root`, for the journal of hand-overs. */
  stateDir: string
  /** How the printer's folder is recognised; by default by a marker in it. */
  folder?: PrinterFolder
  /**
   * Permissions of packages (octal), so that another user can fetch them; as the process makes folders by
   * default.
   */
  mode?: number | undefined
}

/** A printer that fetches packages from a folder. */
export interface FolderPartner extends PrintPartner, Pick<PrinterFolder, 'prepare' | 'accept'> {}

/**
 * A printer that takes packages from a folder. A package is written beside its final path as
 * `.incoming-<runId>.<attempt>`, synced, and renamed to `<runId>`, so that it appears whole; the journal
 * records the step before and after. Attempts for one run may overlap, because one may have lost its lease
 * unnoticed. Each has a folder and an entry of its own, and stops those that began before it: only one
 * package of all attempts appears, and an attempt that finds another's entry gives up.
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
      // The folder is not needed where no package of this run was ever about to appear.
      if (!handedOver && noted.length === 0 && !(await isFolder(final))) return
      // Checked before and after the look, so that what was seen was seen in the printer's own folder.
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
    // Read before anything else: an operator's confirmation covers the entries of now, not of later attempts.
    const past = confirmedAbsent ? await journal.entries(runId) : []
    await folder.assertRight()
    // An existing package is complete, and a second hand-over must not print it twice.
    if (!(await isFolder(final))) {
      await mkdir(incoming)
      step = 'writing'
      await beginAnew(runId, attempt, past, places)
      await writePackage(incoming, files, places.mode)
      // Checked again: a package that was begun while the share was unmounted is not on it, and no intent
      // exists yet.
      await folder.assertRight()
      await journal.intend(runId, attempt)
      step = 'intended'
      await rename(incoming, final)
    }
  } catch (error) {
    if (step === 'intended' && TAKEN.has(errorCode(error) ?? '')) {
      // Another attempt was faster, and its package is complete too.
      await removeFolders([incoming]).catch(() => {})
    } else {
      // A share may rename and lose its answer. Only `find` can then tell, from what is left.
      if (step === 'intended' && !isRefusal(error)) throw error
      // Where nothing was begun, the entries of the run stay.
      const failure = step === 'looking' ? error : await takeBack(runId, attempt, error, places)
      if (failure instanceof SourceFailed) throw failure.cause
      if (failure instanceof Overtaken) throw failure
      return { outcome: 'unavailable', reason: reasonOf(failure, root) }
    }
  }
  // From here on the printer may have it: a failure no longer means "unavailable", and `find` has to tell.
  if (step === 'looking') await journal.intend(runId, attempt)
  await syncFolder(root)
  // A share that disappears at this moment may lose the name, and the synced folder was not the share then.
  await folder.assertRight()
  await journal.deliver(runId, attempt)
  return { outcome: 'delivered', reference: final }
}

/** Another attempt works on this run and may have published its package: only `find` can tell. */
class Overtaken extends Error {
  constructor() {
    super('Another attempt to hand this run over was under way.')
  }
}

/** From here on no earlier attempt can publish its package. */
const beginAnew = async (
  runId: string,
  attempt: string,
  past: readonly HandOverEntry[],
  { journal, unfinished }: Places,
): Promise<void> => {
  const stopped = await unfinished.stop(attempt)
  // Read only now: a faster attempt has written its entry before it could no longer be stopped.
  const attempts = past.map((entry) => entry.attempt)
  if ((await journal.entries(runId)).some((entry) => !attempts.includes(entry.attempt))) throw new Overtaken()
  // An operator has confirmed that no printer has the run, so entries of earlier hand-overs no longer count.
  await journal.forget(runId, attempts)
  await stopped.remove()
}

/** Removes everything of an attempt whose package certainly has not appeared. Returns the error to report. */
const takeBack = async (runId: string, attempt: string, error: unknown, places: Places): Promise<unknown> => {
  const { folder, journal, unfinished } = places
  const incoming = unfinished.pathOf(attempt)
  // In the right folder only another attempt removes this attempt's files.
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
    // On a share that became read-only nothing can be stopped, and the outcome of an intent stays unknown.
    if (isRefusal(error)) return noneStopped
    throw error
  })
  // Read only now: a package that appeared in spite of that was recorded before it did.
  const noted = await journal.entries(runId)
  if (isDelivered(noted)) return 'delivered'
  const isThere = await isFolder(final)
  try {
    await folder.assertRight()
  } catch (error) {
    // The journal alone knows of a run that was never about to appear; the hand-over checks the folder
    // itself.
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
 * Removes the journal's entries and the leftovers of attempts. The entries go first: after a crash in
 * between, a leftover that was never renamed is found (absent), not an intent whose package is gone
 * (uncertain).
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
    // The disk that just failed may fail here too; the next hand-over and `find` clean up again.
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

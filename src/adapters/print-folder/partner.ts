import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandOver, HandOverResult, PrintPartner } from '../../core/ports/print-partner.ts'
import { errorCode, syncFolder } from '../system/files.ts'
import { createHandOverJournal, type HandOverJournal, JournalFailed } from './journal.ts'
import { assertRunId } from './names.ts'
import { SourceFailed, writePackage } from './package-writer.ts'
import { markedFolder, type PrinterFolder } from './printer-folder.ts'
import { asUnusable, FolderUnusable, isRefusal } from './unusable.ts'

export interface FolderPartnerOptions {
  /** The printer's folder: a share, a synchronised folder, a mount. */
  root: string
  /** A folder of our own, on another path than `root`, for the journal of hand-overs. */
  stateDir: string
  /** How the printer's folder is told from another under its name: by a marker in it, unless it is told otherwise. */
  folder?: PrinterFolder
}

/** A printer that fetches packages from a folder. */
export interface FolderPartner extends PrintPartner, Pick<PrinterFolder, 'prepare' | 'accept'> {}

/**
 * A printer that takes packages from a folder. A package is written beside its place as `.incoming-<runId>.…`,
 * synced, and renamed to `<runId>`, so that it appears whole; the journal notes the step before and after. Every attempt
 * writes a folder of its own: one that lost its lease unnoticed cannot mix its files into another's package.
 */
export function createFolderPartner(options: FolderPartnerOptions): FolderPartner {
  const { root, stateDir, folder = markedFolder(options) } = options
  const journal = createHandOverJournal(stateDir)
  const places = (runId: string): Places => {
    assertRunId(runId)
    return { root, folder, journal, incoming: `.incoming-${runId}.`, final: join(root, runId) }
  }
  return {
    name: 'folder',
    prepare: (options) => folder.prepare(options),
    accept: () => folder.accept(),
    handOver: (handOver) => deliver(handOver, places(handOver.runId)),
    find: async (runId) => find(runId, places(runId)),
    async discard(runId) {
      const { final } = places(runId)
      const isThere = await isFolder(final)
      // Nobody waits for a folder in which nothing of this run ever was about to appear.
      if (!isThere && (await journal.read(runId)) === undefined) return
      // Behind the look: that nothing is there says something of the printer's own folder only.
      await folder.assertRight()
      if (!isThere) return
      // The journal must know before the folder goes, or `find` would call the run absent and print it again.
      await journal.write(runId, 'delivered')
      await removeFolders([final])
      await syncFolder(root)
    },
  }
}

interface Places {
  root: string
  folder: PrinterFolder
  journal: HandOverJournal
  /** How the names of unfinished packages begin; ids have no dot, so no other run's name begins like this. */
  incoming: string
  final: string
}

async function deliver({ runId, files }: HandOver, places: Places): Promise<HandOverResult> {
  const { root, folder, journal, final } = places
  const incoming = join(root, places.incoming + randomUUID())
  let step: 'looking' | 'writing' | 'intended' = 'looking'
  try {
    await folder.assertRight()
    // What is there can only have come whole: handing over twice must not print twice.
    if (!(await isFolder(final))) {
      step = 'writing'
      // What an earlier hand-over left, be it a half package or, where a person said "again", its journal.
      await journal.remove(runId)
      await removeFolders(await unfinished(places))
      await writePackage(incoming, files)
      // Once more: a package that was begun behind a share that had just gone is not on it, and nothing is intended yet.
      await folder.assertRight()
      await journal.write(runId, 'intended')
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
      if (step !== 'looking') await discard(runId, [incoming], journal)
      if (error instanceof SourceFailed) throw error.cause
      return { outcome: 'unavailable', reason: reasonOf(error, root) }
    }
  }
  // From here on the printer may have it: a failure is not "unavailable" any more, and `find` must tell.
  if (step === 'looking' && !(await journal.read(runId))) await journal.write(runId, 'intended')
  await syncFolder(root)
  // A share that goes at this moment may lose the name, and what was synced was not the share then.
  await folder.assertRight()
  await journal.write(runId, 'delivered')
  return { outcome: 'delivered', reference: final }
}

async function find(runId: string, places: Places): ReturnType<PrintPartner['find']> {
  const { folder, journal, final } = places
  const state = await journal.read(runId)
  if (state === 'delivered') return 'delivered'
  const isThere = await isFolder(final)
  const leftovers = await unfinished(places)
  try {
    await folder.assertRight()
  } catch (error) {
    // Of a run that was never about to appear our own journal knows; the hand-over looks for the folder itself.
    if (state === undefined && error instanceof FolderUnusable) return 'absent'
    throw error
  }
  if (isThere) return 'delivered'
  if (state === 'intended' && leftovers.length === 0) return 'uncertain'
  await discard(runId, leftovers, journal)
  return 'absent'
}

/**
 * Leaves nothing behind. The journal goes first: a crash in between then finds a leftover that was never
 * renamed (absent), not an intent whose package has gone (uncertain).
 */
async function discard(runId: string, folders: readonly string[], journal: HandOverJournal): Promise<void> {
  try {
    await journal.remove(runId)
    await removeFolders(folders)
  } catch {
    // The disk that just failed may fail here too; the next hand-over and `find` clean again.
  }
}

async function unfinished({ root, incoming }: Places): Promise<string[]> {
  const names = await readdir(root).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return []
    throw error
  })
  return names.filter((name) => name.startsWith(incoming)).map((name) => join(root, name))
}

async function removeFolders(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true })
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

/** What `rename` answers when the package is there already. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST'])

function reasonOf(error: unknown, root: string): string {
  return error instanceof JournalFailed ? error.message : asUnusable(error, root).message
}

import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandOver, HandOverResult, PrintPartner } from '../../core/ports/print-partner.ts'
import { errorCode, makeFolder, syncFolder } from '../system/files.ts'
import { createHandOverJournal, type HandOverJournal, JournalFailed } from './journal.ts'
import { assertRunId } from './names.ts'
import { SourceFailed, writePackage } from './package-writer.ts'

export interface FolderPartnerOptions {
  /** The printer's folder: a share, a synchronised folder, a mount. */
  root: string
  /** A folder of our own, on another path than `root`, for the journal of hand-overs. */
  stateDir: string
}

/** A printer that fetches packages from a folder. */
export interface FolderPartner extends PrintPartner {
  /**
   * Creates the folder. For set-up only: a folder that vanished later (an unmounted share) must not come back
   * as an empty one of ours that no printer looks into.
   */
  prepare(): Promise<void>
}

/**
 * A printer that takes packages from a folder. A package is written beside its place as `.incoming-<runId>.…`,
 * synced, and renamed to `<runId>`, so that it appears whole; the journal notes the step before and after. Every attempt
 * writes a folder of its own: one that lost its lease unnoticed cannot mix its files into another's package.
 */
export function createFolderPartner({ root, stateDir }: FolderPartnerOptions): FolderPartner {
  const journal = createHandOverJournal(stateDir)
  const places = (runId: string): Places => {
    assertRunId(runId)
    return { root, incoming: `.incoming-${runId}.`, final: join(root, runId) }
  }
  return {
    name: 'folder',
    prepare: () => makeFolder(root),
    handOver: (handOver) => deliver(handOver, places(handOver.runId), journal),
    find: async (runId) => find(runId, places(runId), journal),
    async discard(runId) {
      const { final } = places(runId)
      if (!(await isFolder(final))) return
      // The journal must know before the folder goes, or `find` would call the run absent and print it again.
      await journal.write(runId, 'delivered')
      await removeFolders([final])
      await syncFolder(root)
    },
  }
}

interface Places {
  root: string
  /** How the names of unfinished packages begin; ids have no dot, so no other run's name begins like this. */
  incoming: string
  final: string
}

async function deliver(
  { runId, files }: HandOver,
  places: Places,
  journal: HandOverJournal,
): Promise<HandOverResult> {
  const incoming = join(places.root, places.incoming + randomUUID())
  let intended = false
  try {
    // What is there can only have come whole: handing over twice must not print twice.
    if (!(await isFolder(places.final))) {
      // What an earlier hand-over left, be it a half package or, where a person said "again", its journal.
      await journal.remove(runId)
      await removeFolders(await unfinished(places))
      await writePackage(incoming, files)
      await journal.write(runId, 'intended')
      intended = true
      await rename(incoming, places.final)
    }
  } catch (error) {
    // A share may rename and lose its answer. Only `find` can tell then, from what is left as it is.
    if (intended && !isCertain(error)) throw error
    await discard(runId, [incoming], journal)
    if (error instanceof SourceFailed) throw error.cause
    // Otherwise another attempt was faster, and its package is as whole as ours would have been.
    if (!TAKEN.has(errorCode(error) ?? ''))
      return { outcome: 'unavailable', reason: reasonOf(error, places.root) }
  }
  // From here on the printer may have it: a failure is not "unavailable" any more, and `find` must tell.
  await syncFolder(places.root)
  await journal.write(runId, 'delivered')
  return { outcome: 'delivered', reference: places.final }
}

async function find(
  runId: string,
  places: Places,
  journal: HandOverJournal,
): ReturnType<PrintPartner['find']> {
  if (await isFolder(places.final)) return 'delivered'
  const state = await journal.read(runId)
  if (state === 'delivered') return 'delivered'
  const leftovers = await unfinished(places)
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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be written to',
  EPERM: 'may not be written to',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
}

/** Whether the error says that the rename did not happen. */
function isCertain(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return TAKEN.has(code) || code in REASONS
}

function reasonOf(error: unknown, root: string): string {
  if (error instanceof JournalFailed) return error.message
  const code = errorCode(error)
  if (code === undefined) throw error
  return `The printer's folder ${root} ${REASONS[code] ?? `cannot be used (${code})`}.`
}

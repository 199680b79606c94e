import { rename, rm, stat } from 'node:fs/promises'
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

export interface FolderPartner extends PrintPartner {
  /**
   * Creates the folder. For set-up only: a folder that vanished later (an unmounted share) must not come back
   * as an empty one of ours that no printer looks into.
   */
  prepare(): Promise<void>
}

/**
 * A printer that takes packages from a folder. A package is written beside its place as `.incoming-<runId>`,
 * synced, and renamed to `<runId>`, so that it appears whole; the journal notes the step before and after.
 */
export function createFolderPartner({ root, stateDir }: FolderPartnerOptions): FolderPartner {
  const journal = createHandOverJournal(stateDir)
  const places = (runId: string): Places => {
    assertRunId(runId)
    return { root, incoming: join(root, `.incoming-${runId}`), final: join(root, runId) }
  }
  return {
    name: 'folder',
    prepare: () => makeFolder(root),
    handOver: (handOver) => deliver(handOver, places(handOver.runId), journal),
    find: async (runId) => find(runId, places(runId), journal),
  }
}

interface Places {
  root: string
  incoming: string
  final: string
}

async function deliver(
  { runId, files }: HandOver,
  places: Places,
  journal: HandOverJournal,
): Promise<HandOverResult> {
  try {
    // It can only have come here whole: handing over twice must not print twice.
    if (await isFolder(places.final)) return { outcome: 'delivered', reference: places.final }
    // What an earlier hand-over left, be it a half package or, where a person said "again", its journal.
    await journal.remove(runId)
    await rm(places.incoming, { recursive: true, force: true })
    await writePackage(places.incoming, files)
    await journal.write(runId, 'intended')
    await rename(places.incoming, places.final)
  } catch (error) {
    await discard(runId, places, journal)
    if (error instanceof SourceFailed) throw error.cause
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
  if (state === 'intended' && !(await isFolder(places.incoming))) return 'uncertain'
  await discard(runId, places, journal)
  return 'absent'
}

/**
 * Leaves nothing behind. The journal goes first: a crash in between then finds a leftover that was never
 * renamed (absent), not an intent whose package has gone (uncertain).
 */
async function discard(runId: string, places: Places, journal: HandOverJournal): Promise<void> {
  try {
    await journal.remove(runId)
    await rm(places.incoming, { recursive: true, force: true })
  } catch {
    // The disk that just failed may fail here too; the next hand-over and `find` clean again.
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be written to',
  EPERM: 'may not be written to',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
}

function reasonOf(error: unknown, root: string): string {
  if (error instanceof JournalFailed) return error.message
  const code = errorCode(error)
  if (code === undefined) throw error
  return `The printer's folder ${root} ${REASONS[code] ?? `cannot be used (${code})`}.`
}

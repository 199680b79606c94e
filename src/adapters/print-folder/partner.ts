import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandOverJournal } from '../../core/ports/hand-over-journal.ts'
import type { PrintPartner } from '../../core/ports/print-partner.ts'
import { createPackagePartner, type PackagePartnerOptions } from '../print-package/partner.ts'
import type { PackagePlace } from '../print-package/place.ts'
import { errorCode, syncFolder } from '../system/files.ts'
import { askFolder } from './ask.ts'
import { createHandOverJournal } from './journal.ts'
import { writePackage } from './package-writer.ts'
import { markedFolder, type PrinterFolder } from './printer-folder.ts'
import { removeFolders, unfinishedPackages } from './unfinished.ts'
import { asUnusable, isRefusal } from './unusable.ts'

export interface FolderPartnerOptions {
  /** The printer's folder: a share, a synchronised folder, a mount. */
  root: string
  /** A folder of this instance, outside `root`, that knows the printer's folder again. */
  stateDir: string
  /** Where hand-overs are noted; by default in files of `stateDir`. */
  journal?: HandOverJournal
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
 * `.incoming-<runId>.<attempt>`, synced, and renamed to `<runId>`, so that it appears whole.
 */
export const createFolderPartner = (options: FolderPartnerOptions): FolderPartner => {
  const { root, stateDir, mode, folder = markedFolder(options) } = options
  const partner = createPackagePartner({
    name: 'folder',
    journal: options.journal ?? createHandOverJournal(stateDir),
    at: atFolder(root, folder, mode),
  })
  return {
    ...partner,
    ask: () => askFolder(root, folder),
    prepare: (how) => folder.prepare(how),
    accept: () => folder.accept(),
  }
}

/** The way to a folder. */
export const atFolder =
  (root: string, folder: PrinterFolder, mode?: number): PackagePartnerOptions['at'] =>
  (runId, body) =>
    body(placeIn(root, runId, folder, mode))

const placeIn = (
  root: string,
  runId: string,
  folder: PrinterFolder,
  mode: number | undefined,
): PackagePlace => {
  const unfinished = unfinishedPackages(root, runId)
  const final = join(root, runId)
  return {
    reference: final,
    assertRight: () => folder.assertRight(),
    isThere: () => isFolder(final),
    begin: async (attempt) => void (await mkdir(unfinished.pathOf(attempt))),
    hasBegun: (attempt) => isFolder(unfinished.pathOf(attempt)),
    write: async (attempt, { files }) => {
      await writePackage(unfinished.pathOf(attempt), files, mode)
      return undefined
    },
    publish: (attempt) =>
      rename(unfinished.pathOf(attempt), final).then(
        () => 'published' as const,
        (error: unknown) => (TAKEN.has(errorCode(error) ?? '') ? 'taken' : Promise.reject(error)),
      ),
    stop: (except) => unfinished.stop(except),
    remove: (attempt) => removeFolders([unfinished.pathOf(attempt)]),
    keep: () => syncFolder(root),
    async discard() {
      await removeFolders([final])
      await syncFolder(root)
    },
    ...(folder.isOfTests ? { outcomeOf: async () => 'absent' as const } : {}),
    isRefusal,
    asUnusable: (error) => asUnusable(error, root),
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

import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { HandOverJournal, PrintPartner } from '../../core/ports/print-partner.ts'
import { createPackagePartner, type PackagePartnerOptions } from '../print-package/partner.ts'
import type { PackagePlace, StoppedPackages } from '../print-package/place.ts'
import { errorCode, syncFolder, unlessMissing } from '../system/files.ts'
import { createHandOverJournal } from './journal.ts'
import { writePackage } from './package-writer.ts'
import { askFolder, asUnusable, isRefusal, markedFolder, type PrinterFolder } from './printer-folder.ts'

/** Packages in the printer's folder that have not appeared, each the work of one attempt. */
export interface Unfinished {
  /** Where an attempt writes. */
  pathOf(attempt: string): string
  /**
   * Stops every attempt that writes this package now, except one, by renaming its folder, which can happen
   * only once: either the package has appeared, or it never will. Returns what was stopped, now or earlier
   * and not removed since.
   */
  stop(except?: string): Promise<StoppedPackages>
}

/**
 * Suffix of a stopped folder, whose name still contains its attempt if the process dies before the journal
 * knows.
 */
const suffix = '.stopped'

const unfinishedPackages = (root: string, runId: string): Unfinished => {
  // Ids have no dot, so no other run's name begins like this.
  const prefix = `.incoming-${runId}.`
  const found = async (): Promise<string[]> => {
    const names = await readdir(root).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return []
      throw error
    })
    return names.filter((name) => name.startsWith(prefix)).map((name) => join(root, name))
  }
  const pathOf = (attempt: string) => join(root, prefix + attempt)
  return {
    pathOf,
    async stop(except) {
      const others = (await found()).filter((path) => except === undefined || path !== pathOf(except))
      for (const path of others) if (!path.endsWith(suffix)) await unlessMissing(rename(path, path + suffix))
      const stopped = (await found()).filter((path) => path.endsWith(suffix))
      return {
        has: (attempt) => stopped.some((path) => basename(path).startsWith(prefix + attempt)),
        remove: () => removeFolders(stopped),
      }
    },
  }
}

const removeFolders = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) await rm(path, { recursive: true, force: true })
}

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

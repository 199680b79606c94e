import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { HandOverJournal, PrintPartner } from '../../core/ports/print-partner.ts'
import { createPackagePartner, type PackagePartnerOptions } from '../print-package/partner.ts'
import type { PackagePlace, StoppedPackages } from '../print-package/place.ts'
import { errorCode, syncFolder, unlessMissing } from '../system/files.ts'
import { createHandOverJournal } from './journal.ts'
import {
  asUnusable,
  checkFolder,
  isRefusal,
  markedFolder,
  type PrinterFolder,
  writePackage,
} from './printer-folder.ts'

/** Unpublished packages in the printer's folder, one for each attempt. */
export interface Unfinished {
  pathOf(attempt: string): string
  /**
   * Stops all other attempts by renaming their folders. A folder can be renamed only once, so a package has
   * either been published or never will be. Returns all stopped attempts that are not removed yet.
   */
  stop(except?: string): Promise<StoppedPackages>
}

/** Suffix of stopped folders. Their names keep the attempt, in case of a crash before the journal changes. */
const suffix = '.stopped'

const unfinishedPackages = (root: string, runId: string): Unfinished => {
  // Ids contain no dot, so this prefix is unique to the run.
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
  /** The printer's folder, such as a share, a synchronised folder or a mount. */
  root: string
  /** A folder of this instance, outside `root`, that records how to recognise the printer's folder. */
  stateDir: string
  /** Journal of hand-overs; by default files in `stateDir`. */
  journal?: HandOverJournal
  /** How the printer's folder is recognised; by default by a marker file. */
  folder?: PrinterFolder
  /** Permissions of packages, so that another user can fetch them; by default the process's umask applies. */
  mode?: number | undefined
}

export interface FolderPartner extends PrintPartner, Pick<PrinterFolder, 'prepare' | 'accept'> {}

/**
 * Creates a printer that fetches packages from a folder. A package is written as
 * `.incoming-<runId>.<attempt>`, synced and renamed to `<runId>`, so that it appears atomically.
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
    ask: () => checkFolder(root, folder),
    prepare: (how) => folder.prepare(how),
    accept: () => folder.accept(),
  }
}

const atFolder =
  (root: string, folder: PrinterFolder, mode?: number): PackagePartnerOptions['at'] =>
  (runId, work) =>
    work(placeIn(root, runId, folder, mode))

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

/** Errors of `rename` if the package already exists. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST'])

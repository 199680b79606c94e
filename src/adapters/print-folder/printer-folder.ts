import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, constants, open, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { JournalFailed, type PackageFile } from '../../core/ports/print-partner.ts'
import { fromSource, PackageFileNames, PrinterUnusable, SourceFailed } from '../print-package/place.ts'
import {
  errorCode,
  makeFolder,
  syncFolder,
  unlessMissing,
  writeAll,
  writeFileWhole,
} from '../system/files.ts'
import { noting, unreadable } from './journal.ts'

/** Records the marker id of each printer folder by path. */
export interface FolderNotes {
  /** True if several servers share the records; any of them may lack the folder. */
  isShared?: boolean
  idOf(path: string): Promise<string | undefined>
  keep(path: string, id: string): Promise<void>
}

/** Returns a short hash of a path, usable in file names and rows. */
export const nameOfPath = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16)

/** Keeps the records as files in a folder of this instance. */
export const notesInFolder = (stateDir: string): FolderNotes => {
  const fileOf = (path: string) => join(stateDir, `${nameOfPath(path)}.folder`)
  return {
    async idOf(path) {
      const text = await unlessMissing(readFile(fileOf(path), 'utf8')).catch((error: unknown) => {
        throw unreadable(stateDir, error)
      })
      return text?.split('\n')[0]
    },
    keep: (path, id) =>
      noting(stateDir, async () => {
        await makeFolder(stateDir)
        await writeFileWhole(fileOf(path), new TextEncoder().encode(`${id}\n${path}\n`))
      }),
  }
}

/** Error codes of file systems without permissions, such as shares, which set them on mounting. */
const HAS_NONE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])

/** Sets permissions regardless of the umask; does nothing if `mode` is undefined. */
const allow = async (path: string, mode: number | undefined): Promise<void> => {
  if (mode === undefined) return
  await chmod(path, mode).catch((error: unknown) =>
    HAS_NONE.has(errorCode(error) ?? '') ? undefined : Promise.reject(error),
  )
}

/** Returns the mode of a file in a folder with this mode: the same without execute bits. */
const ofFile = (mode: number | undefined): number | undefined =>
  mode === undefined ? undefined : mode & 0o666

/** The printer's folder can't be used now. The message is a sentence for operators. */
export class FolderUnusable extends PrinterUnusable {}

/** Error codes that prove that the change did not happen, each with its reason in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read or written',
  EPERM: 'may not be read or written',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
}

/** Whether the error proves that the change did not happen. */
export const isRefusal = (error: unknown): boolean => (errorCode(error) ?? '') in REASONS

/** Converts an error of the folder into a sentence; throws any other error. */
export const asUnusable = (error: unknown, root: string): FolderUnusable => {
  if (error instanceof FolderUnusable) return error
  const code = errorCode(error)
  if (code === undefined) throw error
  const reason = REASONS[code] ?? `cannot be used (${code})`
  return new FolderUnusable(`The printer's folder ${root} ${reason}.`, { cause: error })
}

/** Recognises a printer's folder: another may be at its path, for example if a share isn't mounted. */
export interface PrinterFolder {
  /**
   * Sets up the folder once: creates it if missing (unless `make` is false) and marks it. Later calls leave
   * it alone: an unmounted share must not be replaced by an empty folder that no printer reads. Returns true
   * if it was set up now.
   */
  prepare(options?: { make?: boolean }): Promise<boolean>
  /** Accepts the folder at the path, as the operator decided. Throws `FolderUnusable` or `JournalFailed`. */
  accept(): Promise<void>
  isSetUp(): Promise<boolean>
  /** Throws `FolderUnusable` unless this is the folder that was set up. */
  assertRight(): Promise<void>
  /** True for test mode: each server has its own folder, and a package not in it was never printed. */
  readonly isOfTests?: boolean
}

/** The marker in the printer's folder. Printers ignore it and incomplete packages by their leading dot. */
export const markerName = '.lettershop-printer'

const markerText = (id: string): string =>
  `Lettershop knows this folder by this file: print runs are handed over here. Please leave it in place.\nid: ${id}\n`

export interface MarkedFolderOptions {
  root: string
  /** A folder of this instance for the record of the printer's folder. */
  stateDir: string
  /** Where to keep the record instead. */
  notes?: FolderNotes | undefined
  /** Why this server sets up no folder, as a sentence. A recorded folder is still used. */
  notHere?: string | undefined
  /** Permissions of a root that is created here; by default the process's umask applies. */
  mode?: number | undefined
}

/** Recognises a folder by the recorded id of its marker. Keeps existing markers: instances may share one. */
export const markedFolder = (options: MarkedFolderOptions): PrinterFolder => {
  const { root, mode, notHere } = options
  const marker = join(root, markerName)
  // The id is recorded by path, so that switching back to an earlier folder works.
  const path = resolve(root)
  const notes = options.notes ?? notesInFolder(options.stateDir)
  const idNoted = () => notes.idOf(path)
  const idThere = () => idIn(root)
  const mark = async (): Promise<void> => {
    if (!(await idThere())) await writeFileWhole(marker, new TextEncoder().encode(markerText(randomUUID())))
    // Reads the id again after recording it: another server that shares the record may have marked the folder
    // at the same moment.
    let id: string | undefined
    do {
      id = await idThere()
      if (!id) throw new FolderUnusable(`The printer's folder ${root} does not keep the file ${markerName}.`)
      // The id is recorded last, so that an interrupted setup is repeated.
      await notes.keep(path, id)
    } while ((await idThere()) !== id)
  }
  return {
    async prepare({ make = true } = {}) {
      if (notHere !== undefined || (await idNoted()) !== undefined) return false
      if (make) await makeFolder(root).then(() => allow(root, mode))
      else if (!(await unlessMissing(stat(root)))) return false
      await mark()
      return true
    },
    accept: () =>
      mark().catch((error: unknown) =>
        Promise.reject(error instanceof JournalFailed ? error : asUnusable(error, root)),
      ),
    isSetUp: async () => (await idNoted()) !== undefined,
    async assertRight() {
      const noted = await idNoted()
      if (noted === undefined && notHere !== undefined) throw new FolderUnusable(notHere)
      const there = await idThere().catch((error: unknown) => {
        const isElsewhere = notes.isShared && noted !== undefined && errorCode(error) === 'ENOENT'
        throw isElsewhere ? new FolderUnusable(elsewhere(root)) : asUnusable(error, root)
      })
      if (noted !== undefined && noted === there) return
      throw new FolderUnusable(noted === undefined ? notSetUp(root) : another(root))
    },
  }
}

/** Reads the id of the marker; undefined if there is none. Throws if the folder is missing. */
const idIn = async (root: string): Promise<string | undefined> => {
  const text = await unlessMissing(readFile(join(root, markerName), 'utf8'))
  if (text === undefined) await stat(root)
  return /^id: ([\w-]+)\s*$/m.exec(text ?? '')?.[1]
}

const acceptCommand = 'lettershop printing accept-folder'
const notSetUp = (root: string): string =>
  `The printer's folder ${root} has not been set up yet. If it is the right one, run: ${acceptCommand}.`
const elsewhere = (root: string): string =>
  `This server does not have the printer's folder ${root} (is the share mounted?): every server that hands over packages needs it.`
const another = (root: string): string =>
  `${root} is there, but is not the printer's folder that was set up (is the share mounted?). If it is the right one anyway, run: ${acceptCommand}.`

/** Returns a folder of this instance without marker, which no printer reads; it is recreated if missing. */
export const ownFolder = (root: string): PrinterFolder => ({
  prepare: () => makeFolder(root).then(() => true),
  accept: () => makeFolder(root),
  isSetUp: async () => true,
  assertRight: async () => {},
})

/** Returns an `ownFolder` for test mode. */
export const testFolder = (root: string): PrinterFolder => ({ ...ownFolder(root), isOfTests: true })

/** Checks without writing. Throws `FolderUnusable` if the folder is missing, replaced or not writable. */
export const checkFolder = async (
  root: string,
  folder: Pick<PrinterFolder, 'assertRight'>,
): Promise<{ ok: boolean; detail: string }> => {
  await folder.assertRight()
  await access(root, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw asUnusable(error, root)
  })
  return { ok: true, detail: `${root} exists and is writable.` }
}

/** Writes a package into an empty folder and syncs it. `mode` never makes files executable. */
export const writePackage = async (
  folder: string,
  files: AsyncIterable<PackageFile>,
  mode?: number,
): Promise<void> => {
  const names = new PackageFileNames()
  for await (const file of fromSource(files)) {
    try {
      names.add(file.name)
    } catch (error) {
      throw new SourceFailed(error)
    }
    const path = join(folder, file.name)
    const handle = await open(path, 'wx')
    try {
      for await (const chunk of fromSource(file.content)) await writeAll(handle, chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await allow(path, ofFile(mode))
  }
  await allow(folder, mode)
  await syncFolder(folder)
}

import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, constants, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { JournalFailed } from '../../core/ports/print-partner.ts'
import { PrinterUnusable } from '../print-package/place.ts'
import { errorCode, makeFolder, unlessMissing, writeFileWhole } from '../system/files.ts'
import { noting, unreadable } from './journal.ts'

/** Which folder is a printer's: the id of its marker, by the folder's path. */
export interface FolderNotes {
  /** True where servers share the notes, and each may lack the folder. */
  isShared?: boolean
  idOf(path: string): Promise<string | undefined>
  keep(path: string, id: string): Promise<void>
}

/** A name for a path that files and rows can have. */
export const nameOfPath = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16)

/** Notes as files of a folder of this instance. */
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

/** Errors of a file system without permissions: those of a share are set where it is mounted. */
const HAS_NONE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])

/**
 * Sets the permissions of a folder or file, independent of the process's umask; does nothing where none are
 * given.
 */
export const allow = async (path: string, mode: number | undefined): Promise<void> => {
  if (mode === undefined) return
  await chmod(path, mode).catch((error: unknown) =>
    HAS_NONE.has(errorCode(error) ?? '') ? undefined : Promise.reject(error),
  )
}

/** What a file may be in a folder of these permissions: the same, and nothing to execute. */
export const ofFile = (mode: number | undefined): number | undefined =>
  mode === undefined ? undefined : mode & 0o666

/** The printer's folder cannot be used now. The message is a sentence for operators. */
export class FolderUnusable extends PrinterUnusable {}

/** Errors of a folder, in words. After each of them it is certain that nothing happened. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read or written',
  EPERM: 'may not be read or written',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
}

/** Whether the error means that the attempted change did not happen. */
export const isRefusal = (error: unknown): boolean => (errorCode(error) ?? '') in REASONS

/** The folder's error as a sentence; throws any other error. */
export const asUnusable = (error: unknown, root: string): FolderUnusable => {
  if (error instanceof FolderUnusable) return error
  const code = errorCode(error)
  if (code === undefined) throw error
  const reason = REASONS[code] ?? `cannot be used (${code})`
  return new FolderUnusable(`The printer's folder ${root} ${reason}.`, { cause: error })
}

/** How a printer's folder is recognised among others at the same path. */
export interface PrinterFolder {
  /**
   * Sets up the folder, once: it is created where it is missing (not with `make: false`) and marked. A folder
   * that was set up before is left alone in any case: a share that is not mounted must not be replaced by an
   * empty folder that no printer reads. True where it was set up now.
   */
  prepare(options?: { make?: boolean }): Promise<boolean>
  /**
   * Accepts the folder at that path as the printer's, on an operator's word. Throws `FolderUnusable` where
   * there is none, `JournalFailed` where that cannot be recorded.
   */
  accept(): Promise<void>
  isSetUp(): Promise<boolean>
  /**
   * Throws `FolderUnusable` where this is not the folder that was set up, or where that cannot be determined.
   */
  assertRight(): Promise<void>
  /**
   * True for packages of test mode, of which each server has its own: one that was about to appear and is not
   * here never counts as printed.
   */
  readonly isOfTests?: boolean
}

/** File in the printer's folder. A printer ignores names with a dot, as it does with incomplete packages. */
export const markerName = '.lettershop-printer'

const markerText = (id: string): string =>
  `Lettershop knows this folder by this file: print runs are handed over here. Please leave it in place.\nid: ${id}\n`

export interface MarkedFolderOptions {
  root: string
  /** A folder of this instance that records which folder is the printer's. */
  stateDir: string
  /** Where that is recorded instead. */
  notes?: FolderNotes | undefined
  /** Why no folder is set up here, in a sentence; one that is on record is used all the same. */
  notHere?: string | undefined
  /** Permissions of a root that is made here; as the process makes folders by default. */
  mode?: number | undefined
}

/**
 * A printer's folder that is recognised by a marker with an id; which folder has which id is recorded with
 * this instance. An existing marker stays, so that several instances may share a printer.
 */
export const markedFolder = (options: MarkedFolderOptions): PrinterFolder => {
  const { root, mode, notHere } = options
  const marker = join(root, markerName)
  // For each path, so that one who goes back to a folder finds it as it was.
  const path = resolve(root)
  const notes = options.notes ?? notesInFolder(options.stateDir)
  const idNoted = () => notes.idOf(path)
  const idThere = () => idIn(root)
  const mark = async (): Promise<void> => {
    if (!(await idThere())) await writeFileWhole(marker, new TextEncoder().encode(markerText(randomUUID())))
    // Read again after the record is written: another server may have marked the folder at the same moment,
    // and the record is shared.
    let id: string | undefined
    do {
      id = await idThere()
      if (!id) throw new FolderUnusable(`The printer's folder ${root} does not keep the file ${markerName}.`)
      // Recorded last, so that an interrupted setup is begun again.
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

/** The id of the marker in this folder, where there is one. Throws where there is no folder. */
const idIn = async (root: string): Promise<string | undefined> => {
  const text = await unlessMissing(readFile(join(root, markerName), 'utf8'))
  if (text === undefined) await stat(root)
  return /^id: ([\w-]+)\s*$/m.exec(text ?? '')?.[1]
}

const say = 'lettershop printing accept-folder'
const notSetUp = (root: string): string =>
  `The printer's folder ${root} has not been set up yet. Once it is the right one: ${say}.`
const elsewhere = (root: string): string =>
  `This server does not have the printer's folder ${root} (is the share mounted?): every server that hands over needs it.`
const another = (root: string): string =>
  `${root} is there, but is not the printer's folder that was set up (is the share mounted?). If it is the right one all the same: ${say}.`

/**
 * A folder of this instance that no printer reads: created again where it was removed, and never mistaken for
 * another.
 */
export const ownFolder = (root: string): PrinterFolder => ({
  prepare: () => makeFolder(root).then(() => true),
  accept: () => makeFolder(root),
  isSetUp: async () => true,
  assertRight: async () => {},
})

/** The same for packages of test mode. */
export const testFolder = (root: string): PrinterFolder => ({ ...ownFolder(root), isOfTests: true })

/**
 * Whether packages can be written there. Makes and writes nothing; throws `FolderUnusable` where the folder is
 * gone, is another one, or cannot be written.
 */
export const askFolder = async (
  root: string,
  folder: Pick<PrinterFolder, 'assertRight'>,
): Promise<{ ok: boolean; detail: string }> => {
  await folder.assertRight()
  await access(root, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw asUnusable(error, root)
  })
  return { ok: true, detail: `${root} is there and can be written.` }
}

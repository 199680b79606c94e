import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder, unlessMissing, writeFileWhole } from '../system/files.ts'
import { JournalFailed, noting, unreadable } from './journal.ts'
import { allow } from './permissions.ts'
import { asUnusable, FolderUnusable } from './unusable.ts'

/** How a printer's folder is told from another one that stands under its name. */
export interface PrinterFolder {
  /**
   * Sets the folder up, once: it is made where it is missing (not with `make: false`) and marked. What was set up before
   * is left alone, whatever became of it: a share that is not mounted must not come back as an empty folder of ours that
   * no printer looks into. True where it was set up now.
   */
  prepare(options?: { make?: boolean }): Promise<boolean>
  /** A person says that what stands there is the printer's folder. Throws `FolderUnusable` where nothing does, `JournalFailed` where it cannot be noted. */
  accept(): Promise<void>
  isSetUp(): Promise<boolean>
  /** Throws `FolderUnusable` where this is not the folder that was set up, or nobody can tell. */
  assertRight(): Promise<void>
}

/** In the printer's folder. A printer leaves names with a dot alone, as it does with packages that are not whole yet. */
export const markerName = '.lettershop-printer'

const markerText = (id: string): string =>
  `Lettershop knows this folder by this file: print runs are handed over here. Please leave it in place.\nid: ${id}\n`

export interface MarkedFolderOptions {
  root: string
  /** A folder of our own, where it is noted which folder is the printer's. */
  stateDir: string
  /** Permissions of a root that is made here; as the process makes folders by default. */
  mode?: number | undefined
}

/**
 * A folder that is the printer's: a marker with an id lies in it, and which folder has which is noted on our own disk. A
 * marker that is there already stays, so that several instances may share a printer.
 */
export const markedFolder = ({ root, stateDir, mode }: MarkedFolderOptions): PrinterFolder => {
  const marker = join(root, markerName)
  // For each path, so that one who goes back to a folder finds it as it was.
  const path = resolve(root)
  const note = join(stateDir, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.folder`)

  const idNoted = async (): Promise<string | undefined> => {
    const text = await unlessMissing(readFile(note, 'utf8')).catch((error: unknown) => {
      throw unreadable(stateDir, error)
    })
    return text?.split('\n')[0]
  }
  const idThere = () => idIn(root)
  // Last of all, so that what breaks off is begun anew.
  const keep = (id: string): Promise<void> =>
    noting(stateDir, async () => {
      await makeFolder(stateDir)
      await writeFileWhole(note, new TextEncoder().encode(`${id}\n${path}\n`))
    })
  const mark = async (): Promise<void> => {
    if (!(await idThere())) await writeFileWhole(marker, new TextEncoder().encode(markerText(randomUUID())))
    // Read again, behind the note too: another server may have marked it at the same moment, and the note is shared.
    let id: string | undefined
    do {
      id = await idThere()
      if (!id) throw new FolderUnusable(`The printer's folder ${root} does not keep the file ${markerName}.`)
      await keep(id)
    } while ((await idThere()) !== id)
  }
  return {
    async prepare({ make = true } = {}) {
      if ((await idNoted()) !== undefined) return false
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
      const there = await idThere().catch((error: unknown) => Promise.reject(asUnusable(error, root)))
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
const another = (root: string): string =>
  `${root} is there, but is not the printer's folder that was set up (is the share mounted?). If it is the right one all the same: ${say}.`

/** A folder of our own that nobody prints from: made anew where somebody removed it, and never another's. */
export const ownFolder = (root: string): PrinterFolder => ({
  prepare: () => makeFolder(root).then(() => true),
  accept: () => makeFolder(root),
  isSetUp: async () => true,
  assertRight: async () => {},
})

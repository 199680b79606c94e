import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file of a data folder: path within it, content and permissions. */
export interface DataFile {
  path: string
  bytes: Buffer
  mode: number
}

/** Files that depend on where the data folder is: locks, and everything about the printer's folder. */
const ofOnePlace = /^(lock\.|printer\/|state\/)/

/** Reads the files of a data folder whose server has ended, except those that depend on its location. */
export const readDataFolder = (folder: string): DataFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: file.slice(folder.length + 1),
      bytes: readFileSync(file),
      mode: statSync(file).mode,
    }))
    .filter(({ path }) => !ofOnePlace.test(path))

/** Writes files to a data folder whose server has ended; keeps its other files. */
export const writeDataFolder = (folder: string, files: readonly DataFile[]): void => {
  for (const { path, bytes, mode } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), bytes, { mode })
  }
}

import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { markerName } from '../../src/adapters/print-folder/printer-folder.ts'

/** What lies in a printer's folder besides its marker. */
export const foundIn = (folder: string): string[] => readdirSync(folder).filter((name) => name !== markerName)

/** The share goes, and its mount point stays as an empty folder. The result mounts it again. */
export const unmount = (folder: string): (() => void) => {
  renameSync(folder, `${folder}-away`)
  mkdirSync(folder)
  return () => {
    // What somebody put into the mount point is hidden behind the share.
    renameSync(folder, `${folder}-behind`)
    renameSync(`${folder}-away`, folder)
  }
}

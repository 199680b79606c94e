import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { markerName } from '../../src/adapters/print-folder/printer-folder.ts'

/** Returns the entries of a printer's folder besides its marker. */
export const foundIn = (folder: string): string[] => readdirSync(folder).filter((name) => name !== markerName)

/**
 * Simulates that a share is unmounted: its mount point stays as an empty folder. The returned function mounts
 * the share again.
 */
export const unmount = (folder: string): (() => void) => {
  renameSync(folder, `${folder}-away`)
  mkdirSync(folder)
  return () => {
    // The share hides files that were written into the mount point.
    renameSync(folder, `${folder}-behind`)
    renameSync(`${folder}-away`, folder)
  }
}

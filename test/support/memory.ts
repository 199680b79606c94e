import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Linux's in-memory file system. */
export const memory = '/dev/shm'

const freeBytes = (path: string): number => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * Returns a folder for temporary test files: in memory if there is space and half of the free memory remains.
 * On disk the journal makes every new file ten times as expensive, and programs that sync wait for it.
 */
export const inMemory = (neededBytes: number): string =>
  Math.min(freeBytes(memory), freemem() / 2) < neededBytes ? tmpdir() : memory

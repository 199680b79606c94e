import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** The file system in memory of Linux. */
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
 * Where tests keep files that need not outlive the machine: in memory, where that has room and half of what is free is left to
 * the tests. The journal of a disk makes every new file ten times as expensive, and programs that sync wait for it.
 */
export const inMemory = (neededBytes: number): string =>
  Math.min(freeBytes(memory), freemem() / 2) < neededBytes ? tmpdir() : memory

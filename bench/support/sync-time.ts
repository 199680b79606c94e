import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the microseconds of one synced 4 KiB append in a folder (median of 200): the disk's share of every
 * figure.
 */
export const syncTimeUs = (folder: string): number => {
  const scratch = mkdtempSync(join(folder, 'sync-'))
  const file = openSync(join(scratch, 'file'), 'w')
  const page = Buffer.alloc(4096, 1)
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const before = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    times.push((performance.now() - before) * 1000)
  }
  closeSync(file)
  rmSync(scratch, { recursive: true })
  times.sort((a, b) => a - b)
  return times[100] ?? Number.NaN
}

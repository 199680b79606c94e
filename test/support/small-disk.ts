import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

export interface SmallDisk {
  path: string
  /** Takes all the room that is left but for so many bytes. */
  fill(left?: number): void
  /** Gives it back. */
  free(): void
  /** Nothing can be written any more, or again. */
  readOnly(on: boolean): void
}

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })

/** Whether this user may mount: root in most containers and machines of CI. */
export const canMount = ((): boolean => {
  const folder = temporaryFolder()
  try {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  }
})()

/** A disk of its own, of so many MiB, until the test ends. */
export const smallDisk = (mib: number): SmallDisk => {
  const path = join(temporaryFolder(), 'disk')
  mkdirSync(path)
  mount('-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path)
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]))
  const ballast = join(path, 'ballast')
  return {
    path,
    fill(left = 0) {
      const file = openSync(ballast, 'a')
      const chunk = new Uint8Array(64 * 1024)
      const room = () => statfsSync(path).bavail * statfsSync(path).bsize
      while (room() > left) writeSync(file, chunk, 0, Math.min(chunk.length, room() - left))
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    readOnly: (on) => mount('-o', on ? 'remount,ro' : 'remount,rw', path),
  }
}

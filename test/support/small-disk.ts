import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

export interface SmallDisk {
  path: string
  /** Fills the disk except for this many bytes. */
  fill(left?: number): void
  /** Frees the space that `fill` has taken. */
  free(): void
  /** Makes the disk read-only, or writable again. */
  readOnly(on: boolean): void
}

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })

/** True if this user may mount: root in most containers and CI machines. */
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

/** Mounts a separate disk of this many MiB until the test ends. */
export const smallDisk = (mib: number): SmallDisk => {
  const path = join(temporaryFolder(), 'disk')
  mkdirSync(path)
  mount('-t', 'tmpfs', '-o', `size=${mib}m,mode=700`, 'tmpfs', path)
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

/** True if `failingDisk` works here: it requires mounting and ext4 on a loop device. */
export const canFail = ((): boolean => {
  try {
    execFileSync('mkfs.ext4', ['-V'], { stdio: 'pipe' })
    return canMount && existsSync('/dev/loop-control') && existsSync('/sys/fs/ext4')
  } catch {
    return false
  }
})()

export interface FailingDisk {
  path: string
  /**
   * Acts like a disk error: the kernel refuses writes, even to open files, until the disk is mounted again.
   */
  turnReadOnly(): void
  remount(): void
}

/**
 * Mounts a separate ext4 from a file until the test ends. A disk with open files cannot be remounted
 * read-only, but its kernel can be told that it has an error.
 */
export const failingDisk = (mib: number): FailingDisk => {
  const folder = temporaryFolder()
  const image = join(folder, 'image')
  const path = join(folder, 'disk')
  mkdirSync(path)
  writeFileSync(image, '')
  truncateSync(image, mib * 1024 * 1024)
  execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'pipe' })
  const attach = () => mount('-o', 'loop,errors=remount-ro', image, path)
  attach()
  chmodSync(path, 0o700)
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]))
  const device = () =>
    readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, where]) => where === path)![0]!
      .slice('/dev/'.length)
  return {
    path,
    turnReadOnly: () => writeFileSync(`/sys/fs/ext4/${device()}/trigger_fs_error`, '1'),
    remount() {
      execFileSync('umount', [path])
      attach()
    },
  }
}

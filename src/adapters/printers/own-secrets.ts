import type { BigIntStats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'

/** Where the server took its own settings and secrets from. */
export interface OwnSources {
  /** Whether a variable of the environment is one of the server's own. */
  isOwnVariable(name: string): boolean
  /** Files that settings, keys and credentials come from; they need not exist. */
  files: readonly string[]
  /** Folders of which no file is given away: the data folder, backups. */
  folders: readonly string[]
  /** The secrets themselves, so that a copy of one under another name is recognised. */
  texts: readonly string[]
}

/** Files here are no files of anybody's, or lead to what other processes have open. */
const systemFolders = [
  '/proc',
  '/sys',
  '/dev',
  '/run/secrets/kubernetes.io',
  '/var/run/secrets/kubernetes.io',
]

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}

const isSame = (one: BigIntStats, other: BigIntStats | undefined): boolean =>
  other !== undefined && one.ino !== 0n && one.ino === other.ino && one.dev === other.dev

const statOf = (path: string): Promise<BigIntStats | undefined> =>
  stat(path, { bigint: true }).catch(() => undefined)

/** Whether a path is written as one of the server's own. Looks at no file. */
export const isNamedOwn = ({ files, folders }: OwnSources, name: string): boolean => {
  const path = resolve(name)
  return (
    files.some((file) => resolve(file) === path) ||
    [...folders, ...systemFolders].some((f) => isWithin(f, path))
  )
}

/**
 * Whether an open file is one of the server's own under any name: through links, a mount of its folder elsewhere, or a
 * further hard link.
 */
export const isOwnFile = async (own: OwnSources, name: string, found: BigIntStats): Promise<boolean> => {
  const path = await realpath(name)
  if (isNamedOwn(own, path)) return true
  if (found.nlink > 1n && found.isFile() && (await mayBeWithin(own, found))) return true
  for (const file of own.files) if (isSame(found, await statOf(file))) return true
  const folders = (await Promise.all(own.folders.map(entriesOf))).flat()
  const known = (await Promise.all(folders.map(statOf))).filter((one) => one !== undefined)
  if (known.some((one) => isSame(found, one))) return true
  for (let at = dirname(path); ; at = dirname(at)) {
    const folder = await statOf(at)
    if (folder && known.some((one) => isSame(folder, one))) return true
    if (at === dirname(at)) return false
  }
}

/** Whether another name of a file with several may be somewhere below a folder of the server: on the same device. */
const mayBeWithin = async ({ folders }: OwnSources, found: BigIntStats): Promise<boolean> => {
  for (const folder of folders) if ((await statOf(folder))?.dev === found.dev) return true
  return false
}

/** A folder and what is in it directly: its files may have other names, its folders be mounted elsewhere. */
const entriesOf = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  return [folder, ...names.map((name) => join(folder, name))]
}

/** A shorter text may be part of a longer one by chance. */
const leastWithin = 16

/** Whether a secret is one of the server's own, or holds one, as a file of environment variables does. */
export const isOwnText = ({ texts }: OwnSources, secret: string): boolean =>
  texts
    .map((text) => text.trim())
    .some((text) => text === secret.trim() || (text.length >= leastWithin && secret.includes(text)))

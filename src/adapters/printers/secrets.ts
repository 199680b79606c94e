import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { hostNameOf } from '../../core/features/printers/secret.ts'
import type { Sentence } from '../../core/kernel/sentences.ts'
import type { SecretReference } from '../../core/model/printers.ts'
import type { Printers } from '../../core/ports/print-partner.ts'
import { secretReferenceSentences } from './sentences.ts'

export interface OwnSources {
  /** Whether a variable of the environment is one of the server's own. */
  isOwnVariable(name: string): boolean
  /** Files of settings, keys and credentials; they need not exist. */
  files: readonly string[]
  /** Folders whose files are never disclosed: the data folder and backups. */
  folders: readonly string[]
  /** The secrets themselves, so that a copy of one under another name is recognised. */
  texts: readonly string[]
}

/** Special files here may expose what other processes have open. */
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

/** Whether a path names one of the server's own files. Accesses no file. */
const isNamedOwn = ({ files, folders }: OwnSources, name: string): boolean => {
  const path = resolve(name)
  return (
    files.some((file) => resolve(file) === path) ||
    [...folders, ...systemFolders].some((f) => isWithin(f, path))
  )
}

/** Whether an open file is the server's own under any name: a link, a mounted folder, another hard link. */
const isOwnFile = async (own: OwnSources, name: string, found: BigIntStats): Promise<boolean> => {
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

/** Whether a hard link of the file may be below one of the server's folders, that is, on the same device. */
const mayBeWithin = async ({ folders }: OwnSources, found: BigIntStats): Promise<boolean> => {
  for (const folder of folders) if ((await statOf(folder))?.dev === found.dev) return true
  return false
}

/** Lists a folder and its direct entries: files may be renamed and folders mounted elsewhere. */
const entriesOf = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  return [folder, ...names.map((name) => join(folder, name))]
}

/** Secrets shorter than this may occur in other texts by chance. */
const minContainedLength = 16

/** Whether a secret equals or contains one of the server's own, as a file of environment variables does. */
const isOwnText = ({ texts }: OwnSources, secret: string): boolean =>
  texts
    .map((text) => text.trim())
    .some((text) => text === secret.trim() || (text.length >= minContainedLength && secret.includes(text)))

const { sentence } = secretReferenceSentences
const limit = 16_384

export interface SecretReaderOptions {
  /** Grants of a variable or file to a printer at a host, such as `house@press.example=PRESS_PASSWORD`. */
  opened: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Called for every read, because keys are rotated while the server runs. */
  own(): OwnSources
}

type Read = { secret: string } | { refused: Sentence }

/**
 * Reads secrets that printers refer to. The server's settings must grant each to one printer at one host, and
 * the server's own secrets are refused: otherwise a caller who may set up printers could have the server's
 * key sent to a host of their choice.
 */
export const createSecretReader =
  ({ opened, env, own: sources }: SecretReaderOptions): Printers['readSecret'] =>
  async (reference, printer) => {
    const own = sources()
    const name = nameOf(reference)
    const opening = `${printer.key}@${hostNameOf(printer) ?? 'HOST'}=${name}`
    const refuse = (which: 'closed' | 'own'): Read => ({
      refused: sentence(`secret_reference.${which}`, { name, opening, printer: printer.key }),
    })
    if ('env' in reference ? own.isOwnVariable(name) : isNamedOwn(own, name)) return refuse('own')
    if (!opened.some((one) => isSameGrant(one, opening))) return refuse('closed')
    const read = 'env' in reference ? fromEnvironment(env, name) : await fromFile(own, name)
    if (read === 'own') return refuse('own')
    if ('refused' in read) return read
    if (isOwnText(own, read.secret)) return refuse('own')
    const isFit = read.secret !== '' && read.secret.length <= limit
    return isFit ? read : { refused: sentence('secret_reference.size', { name, limit }) }
  }

const nameOf = (reference: SecretReference): string => ('env' in reference ? reference.env : reference.file)

/** Compares hosts case-insensitively, paths after resolving them, and everything else literally. */
const isSameGrant = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => /^([^@=]+)@([^=]+)=(.+)$/s.exec(text)?.slice(1))
  if (!a || !b) return false
  const path = (name: string) => (name.startsWith('/') ? resolve(name) : name)
  return a[0] === b[0] && a[1]!.toLowerCase() === b[1]!.toLowerCase() && path(a[2]!) === path(b[2]!)
}

const fromEnvironment = (env: SecretReaderOptions['env'], name: string): Read => {
  const secret = env[name]
  return secret ? { secret } : { refused: sentence('secret_reference.env', { name }) }
}

const fromFile = async (own: OwnSources, name: string): Promise<Read | 'own'> => {
  let file: FileHandle | undefined
  try {
    // Non-blocking, because opening a pipe would wait for its other end.
    file = await open(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    // Checks and reads the open file, even if the path changes.
    const found = await file.stat({ bigint: true })
    if (await isOwnFile(own, name, found)) return 'own'
    if (!found.isFile()) return unreadable(name, found.isDirectory() ? 'EISDIR' : 'ENOTSUP')
    if (found.size > limit) return { refused: sentence('secret_reference.size', { name, limit }) }
    return { secret: (await file.readFile('utf8')).trimEnd() }
  } catch (error) {
    return unreadable(name, (error as NodeJS.ErrnoException).code ?? String(error))
  } finally {
    await file?.close()
  }
}

const unreadable = (name: string, code: string): Read => ({
  refused: sentence('secret_reference.file', { name, code }),
})

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { hostNameOf } from '../../core/features/printers/secret.ts'
import type { Said } from '../../core/kernel/sentences.ts'
import type { SecretReference } from '../../core/model/printers.ts'
import type { Printers } from '../../core/ports/printers.ts'
import { isNamedOwn, isOwnFile, isOwnText, type OwnSources } from './own-secrets.ts'
import { secretReferenceSentences } from './sentences.ts'

const { say } = secretReferenceSentences
const limit = 16_384

export interface SecretReaderOptions {
  /**
   * What the settings open: `house@press.example=PRESS_PASSWORD` or `house@press.example=/etc/…`, a variable or a file
   * for one printer at one host.
   */
  opened: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Looked up whenever a secret is read, because keys are rotated while the server runs. */
  own(): OwnSources
}

type Read = { secret: string } | { refused: Said }

/**
 * Reads secrets that printers name. Each is opened by the server's settings to one printer at one host, and none of the
 * server's own is read: otherwise a caller who may set up a printer could have the server send its key to a host of
 * their choice.
 */
export const createSecretReader =
  ({ opened, env, own: sources }: SecretReaderOptions): Printers['readSecret'] =>
  async (reference, printer) => {
    const own = sources()
    const name = nameOf(reference)
    const opening = `${printer.key}@${hostNameOf(printer) ?? 'HOST'}=${name}`
    const refuse = (which: 'closed' | 'own'): Read => ({
      refused: say(`secret_reference.${which}`, { name, opening, printer: printer.key }),
    })
    if ('env' in reference ? own.isOwnVariable(name) : isNamedOwn(own, name)) return refuse('own')
    if (!opened.some((one) => isSameOpening(one, opening))) return refuse('closed')
    const read = 'env' in reference ? fromEnvironment(env, name) : await fromFile(own, name)
    if (read === 'own') return refuse('own')
    if ('refused' in read) return read
    if (isOwnText(own, read.secret)) return refuse('own')
    const isFit = read.secret !== '' && read.secret.length <= limit
    return isFit ? read : { refused: say('secret_reference.size', { name, limit }) }
  }

const nameOf = (reference: SecretReference): string => ('env' in reference ? reference.env : reference.file)

/** Hosts are compared as they are resolved, paths as they are opened, everything else as it is written. */
const isSameOpening = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => /^([^@=]+)@([^=]+)=(.+)$/s.exec(text)?.slice(1))
  if (!a || !b) return false
  const path = (name: string) => (name.startsWith('/') ? resolve(name) : name)
  return a[0] === b[0] && a[1]!.toLowerCase() === b[1]!.toLowerCase() && path(a[2]!) === path(b[2]!)
}

const fromEnvironment = (env: SecretReaderOptions['env'], name: string): Read => {
  const secret = env[name]
  return secret ? { secret } : { refused: say('secret_reference.env', { name }) }
}

const fromFile = async (own: OwnSources, name: string): Promise<Read | 'own'> => {
  let file: FileHandle | undefined
  try {
    // A pipe would keep the server waiting for its other end.
    file = await open(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    // What was opened is judged and read, whatever becomes of the path.
    const found = await file.stat({ bigint: true })
    if (await isOwnFile(own, name, found)) return 'own'
    if (!found.isFile()) return unreadable(name, found.isDirectory() ? 'EISDIR' : 'ENOTSUP')
    if (found.size > limit) return { refused: say('secret_reference.size', { name, limit }) }
    return { secret: (await file.readFile('utf8')).trimEnd() }
  } catch (error) {
    return unreadable(name, (error as NodeJS.ErrnoException).code ?? String(error))
  } finally {
    await file?.close()
  }
}

const unreadable = (name: string, code: string): Read => ({
  refused: say('secret_reference.file', { name, code }),
})

import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import type { Said } from '../../core/kernel/sentences.ts'
import type { SecretReference } from '../../core/model/printers.ts'
import { secretReferenceSentences } from './sentences.ts'

const { say } = secretReferenceSentences
const limit = 16_384

/**
 * Reads secrets that printers name, of those that the settings of the server open: environment variables by
 * name, and files by a folder. Without that, whoever may set up a printer could have the server send its own
 * key to a printer of his choice.
 */
export const createSecretReader = (
  opened: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) => {
  const folders = opened.filter(isAbsolute)
  return async (reference: SecretReference): Promise<{ secret: string } | { refused: Said }> => {
    const read = 'env' in reference ? fromEnvironment(reference.env) : await fromFile(reference.file)
    if (typeof read !== 'string') return read
    const name = 'env' in reference ? reference.env : reference.file
    if (read === '' || read.length > limit) return { refused: say('secret_reference.size', { name, limit }) }
    return { secret: read }
  }

  function fromEnvironment(name: string): string | { refused: Said } {
    if (!opened.includes(name)) return { refused: say('secret_reference.closed', { name }) }
    return env[name] || { refused: say('secret_reference.env', { name }) }
  }

  async function fromFile(name: string): Promise<string | { refused: Said }> {
    try {
      if (!folders.some((folder) => isWithin(folder, name)))
        return { refused: say('secret_reference.closed', { name }) }
      // What a link leads to counts: it must lie in the folder too, as that of a mounted secret does.
      const path = await realpath(name)
      const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)))
      if (!real.some((folder) => folder !== undefined && isWithin(folder, path)))
        return { refused: say('secret_reference.closed', { name }) }
      const { size } = await stat(path)
      if (size > limit) return { refused: say('secret_reference.size', { name, limit }) }
      return (await readFile(path, 'utf8')).trimEnd()
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error)
      return { refused: say('secret_reference.file', { name, code }) }
    }
  }
}

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}

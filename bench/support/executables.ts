import { join } from 'node:path'
import { builtExecutable } from '../../examples/support/executable.ts'

export interface Contender {
  name: string
  path: string
}

/**
 * The executable of this revision and, if `BENCH_AGAINST` names it, that of an earlier one: benches alternate
 * between them (`npm run bench -- --against REV` builds it).
 */
export const executables = (old = process.env.BENCH_AGAINST): [Contender, ...Contender[]] => {
  const root = join(import.meta.dirname, '../..')
  const own = { name: 'lettershop', path: builtExecutable(join(root, 'dist', 'lettershop')) }
  return old ? [own, { name: 'the old build', path: builtExecutable(old) }] : [own]
}

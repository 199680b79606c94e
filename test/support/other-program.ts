import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Whether the history that was fetched has a revision. */
export const isInHistory = (revision: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${revision}^{commit}`], { cwd: root }).status === 0

/** Makes a program of sources of another version; this Node runs them, with the dependencies that are beside them. */
export const programOf = (sources: string): string => {
  const program = `${sources}-program`
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${sources}/bin/lettershop.ts' "$@"\n`)
  chmodSync(program, 0o755)
  return program
}

/** Starts servers and commands of another version in `body`. */
export const withProgram = async <T>(program: string, body: () => Promise<T>): Promise<T> => {
  const present = process.env.LETTERSHOP_TEST_PROGRAM
  process.env.LETTERSHOP_TEST_PROGRAM = program
  try {
    return await body()
  } finally {
    if (present === undefined) delete process.env.LETTERSHOP_TEST_PROGRAM
    else process.env.LETTERSHOP_TEST_PROGRAM = present
  }
}

/** A program that runs the sources of a revision, in this folder, with the dependencies of this version. */
export const programAt = (revision: string, sources: string): string => {
  mkdirSync(sources)
  const archived = ['archive', revision, 'bin', 'src', 'package.json']
  const archive = execFileSync('git', archived, { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', sources], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
  return programOf(sources)
}

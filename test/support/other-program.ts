import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyone } from '../../src/core/ports/store.ts'
import type { TestShop } from './shop.ts'

const root = join(import.meta.dirname, '../..')

/** True if the fetched history contains a revision. */
export const isInHistory = (revision: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${revision}^{commit}`], { cwd: root }).status === 0

/**
 * Writes a script that runs these sources of another version with this Node and the dependencies next to
 * them. Returns its path.
 */
export const programOf = (sources: string): string => {
  const program = `${sources}-program`
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${sources}/bin/lettershop.ts' "$@"\n`)
  chmodSync(program, 0o755)
  return program
}

/** Runs the callback. The servers and commands that it starts run this program. */
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

/**
 * Extracts the sources of a revision into a new folder and links this version's dependencies there. Returns
 * the path of a script that runs them.
 */
export const programAt = (revision: string, sources: string): string => {
  mkdirSync(sources)
  const archived = ['archive', revision, 'bin', 'src', 'package.json']
  const archive = execFileSync('git', archived, { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', sources], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
  return programOf(sources)
}

/**
 * Makes the rows of all organisations look as written by a server of 0.2.0, with keys of version 1 only.
 * Returns the number of changed suppressions, items and renders.
 */
export const asWrittenBefore = ({ services }: TestShop): Promise<number> =>
  services.store.write(async (rows) => {
    let count = 0
    for (const { id: organisationId } of await rows.organisations.find(everyone, {})) {
      const none = { addressKeyV2: null, keyedAt: null }
      const of = { organisationId }
      count += await rows.suppressions.updateWhere(of, {}, { ...none, matchKeyV2: null })
      count += await rows.items.updateWhere(of, {}, { ...none, duplicateKeyV2: null })
      count += await rows.renders.updateWhere(of, {}, { addressKeyV2: null })
    }
    return count
  })

/** Returns the number of suppressions, items and renders without keys of version 2. */
export const withoutKeys = ({ services }: TestShop): Promise<number> =>
  services.store.read(async (rows) => {
    let count = 0
    for (const { id: organisationId } of await rows.organisations.find(everyone, {})) {
      const of = { organisationId }
      count += (await rows.suppressions.find(of, { matchKeyV2: null })).length
      count += (await rows.items.find(of, { addressKeyV2: null })).length
      count += (await rows.renders.find(of, { addressKeyV2: null })).length
    }
    return count
  })

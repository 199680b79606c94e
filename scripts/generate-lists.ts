/**
 * Writes the lists of jobs from the files that declare them:
 *
 * - `src/core/app/jobs.gen.ts`: every `features/<room>/jobs/<kind>.ts`,
 * - `src/core/engine/jobs/kinds.gen.ts`: the kinds of those jobs, and which of them recur.
 *
 * It reads the files as text, because their imports may need the lists that it is about to write.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A file that declares one job under its own name. */
interface Declaration {
  /** The job's kind. */
  id: string
  /** Name of the exported constant. */
  name: string
  /** Relative to `src/core`. */
  file: string
  source: string
}

/** All declarations of a kind. Throws for the first file that does not declare what its path says. */
const declarationsIn = (from: string): Declaration[] =>
  globSync('src/core/features/*/jobs/*.ts', { cwd: from })
    .map((path) => path.split(sep).join('/'))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => {
      const source = readFileSync(join(from, path), 'utf8')
      const id = basename(path, '.ts')
      const made = [...source.matchAll(/^export const (\w+) = defineJob\(/gm)]
      if (made.length !== 1)
        throw new Error(`${path} exports ${made.length} constants made by defineJob, not one.`)
      if (!new RegExp(`^ {2}kind: '${id.replaceAll('.', '\\.')}',$`, 'm').test(source))
        throw new Error(`${path} does not say kind: '${id}'.`)
      return { id, name: made[0]![1]!, file: path.slice('src/core/'.length), source }
    })

const head = `// Made by \`npm run generate\` from the files that declare them. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines
`

/** Throws where two features declare the same name. */
const listOf = (
  declarations: readonly Declaration[],
  name: string,
  type: string,
  typeFile: string,
): string => {
  const taken = new Set<string>()
  for (const declaration of declarations) {
    if (taken.has(declaration.name))
      throw new Error(`${declaration.file}: the name ${declaration.name} is taken.`)
    taken.add(declaration.name)
  }
  const imports = declarations.map((one) => `import { ${one.name} } from '../${one.file}'`)
  const entries = declarations.map((one) => `  ${one.name},`)
  return `${head}import type { ${type} } from '${typeFile}'
${imports.join('\n')}

export const ${name}: readonly ${type}[] = [
${entries.join('\n')}
]
`
}

const kindsOf = (jobs: readonly Declaration[]): string => {
  const entries = (some: readonly Declaration[]) => some.map(({ id }) => `  '${id}',`).join('\n')
  const recurring = jobs.filter(({ source }) => /^ {2}(async )?recur\b/m.test(source))
  return `${head}
/** Every kind of job: the name of the file that declares it. */
export const jobKinds = [
${entries(jobs)}
] as const

/**
 * Those that say in their declaration when they are due again: one of each waits for as long as the instance
 * lives.
 */
export const recurringKinds = [
${entries(recurring)}
] as const satisfies readonly (typeof jobKinds)[number][]
`
}

/** Path below the repository → its text. */
export const generatedLists = (from = root): Readonly<Record<string, string>> => {
  const jobs = declarationsIn(from)
  return {
    'src/core/app/jobs.gen.ts': listOf(jobs, 'jobDefinitions', 'JobDefinition', '../engine/jobs/job.ts'),
    'src/core/engine/jobs/kinds.gen.ts': kindsOf(jobs),
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(generatedLists())) writeFileSync(join(root, file), text)
}

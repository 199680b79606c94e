/**
 * Writes src/client/operations.gen.ts: every operation's method and path, and where its types are. With
 * `--check` it only compares.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import type { Operation } from '../src/core/engine/operation.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'src/client/operations.gen.ts')

/**
 * The operation that a file declares, by its export whose id is the file's name. Throws where there is none.
 */
const declarationIn = async (file: string): Promise<{ name: string; operation: Operation }> => {
  const id = basename(file, '.ts')
  const exported = Object.entries((await import(join(root, file))) as Record<string, unknown>)
  const found = exported.find(([, value]) => (value as Partial<Operation> | undefined)?.id === id)
  if (!found) throw new Error(`${file} exports no operation ${id}.`)
  return { name: found[0], operation: found[1] as Operation }
}

const files = globSync('src/core/features/*/operations/*.ts', { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
const imports: string[] = []
const types: string[] = []
const routes: string[] = []
for (const file of files) {
  const { name, operation } = await declarationIn(file)
  // The client uses a key, and operations of the portal answer a key with 404.
  if (['portal', 'user'].includes(operation.audience ?? 'any')) continue
  imports.push(`import type { ${name} } from '../${file.slice('src/'.length)}'`)
  types.push(`  '${operation.id}': typeof ${name}`)
  routes.push(
    `  '${operation.id}': { method: '${operation.method}', path: '${operation.path}'${operation.bytes ? ', bytes: true' : ''} },`,
  )
}

export const generated = `// Made by \`node scripts/generate-client.ts\` from the declarations. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines
${imports.sort().join('\n')}

/** Operation id → its declaration, for types only. */
export interface Operations {
${types.join('\n')}
}

/** Operation id → method and path below \`/v1\`. */
export const routes = {
${routes.join('\n')}
} as const
`

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) writeFileSync(target, generated)
  else if (readFileSync(target, 'utf8') !== generated) {
    console.error(
      'src/client/operations.gen.ts is not what the declarations say. Run: node scripts/generate-client.ts',
    )
    process.exitCode = 1
  }
}

/**
 * Writes src/client/operations.gen.ts, which locates the types of every operation. With `--check` it only
 * compares.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { operations } from '../src/core/app/operations.ts'
import type { Operation } from '../src/core/engine/operation.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'src/client/operations.gen.ts')

/** Every operation with the name and file of its export. */
const declared: { name: string; file: string; operation: Operation }[] = []
for (const path of globSync('src/core/features/*/operations/*.ts', { cwd: root }).sort()) {
  const file = path.split(sep).join('/')
  for (const [name, value] of Object.entries(await import(join(root, file)))) {
    if (operations.includes(value as Operation)) declared.push({ name, file, operation: value as Operation })
  }
}
declared.sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1))
const imports = new Map<string, string[]>()
const types: string[] = []
for (const { name, file, operation } of declared) {
  // The client uses an API key, for which operations of the portal answer 404.
  if (['portal', 'user'].includes(operation.audience ?? 'any')) continue
  imports.set(file, [...(imports.get(file) ?? []), name])
  types.push(`  '${operation.id}': typeof ${name}`)
}

export const generated = `// Made by \`node scripts/generate-client.ts\` from the declarations. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines
${[...imports]
  .sort()
  .map(([file, names]) => `import type { ${names.join(', ')} } from '../${file.slice('src/'.length)}'`)
  .join('\n')}

/** Operation id → its declaration, for types only. */
export interface Operations {
${types.join('\n')}
}
`

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) writeFileSync(target, generated)
  else if (readFileSync(target, 'utf8') !== generated) {
    console.error('src/client/operations.gen.ts is out of date. Run: node scripts/generate-client.ts')
    process.exitCode = 1
  }
}

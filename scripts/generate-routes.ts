/**
 * Writes src/core/app/routes.gen.ts: the file of each operation, so that a server starts without loading any.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../src/core/app/operations.ts'
import { assertDistinct } from '../src/core/engine/registry.ts'

assertDistinct(operations)
export const generated = `// Made by \`node scripts/generate-routes.ts\` from the declarations. Do not edit.
// biome-ignore-all format: long paths make long lines
import type { Route } from '../engine/registry.ts'

export const routes: readonly Route[] = [
${operations.map(({ id, method, path }) => `  { id: '${id}', method: '${method}', path: '${path}' },`).join('\n')}
]
`

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, '../src/core/app/routes.gen.ts'), generated)
}

/**
 * Writes src/core/app/routes.gen.ts, the route of every operation: a server starts and the client calls without loading
 * the operations.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../src/core/app/operations.ts'
import type { Operation } from '../src/core/engine/operation.ts'
import { assertDistinct } from '../src/core/engine/registry.ts'

assertDistinct(operations)

const partsOf = ({ method, path, bytes, audience }: Operation): string =>
  [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `path: '${path}'`,
    ...(bytes ? ['bytes: true'] : []),
    ...(audience ? [`audience: '${audience}'`] : []),
  ].join(', ')

export const generated = `// Made by \`node scripts/generate-routes.ts\` from the declarations. Do not edit.
// biome-ignore-all format: long paths make long lines

/** Operation id → method (GET if absent) and path below \`/v1\`, whether it takes a file, and who may call it. */
export const routes = {
${operations.map((operation) => `  '${operation.id}': { ${partsOf(operation)} },`).join('\n')}
} as const
`

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, '../src/core/app/routes.gen.ts'), generated)
}

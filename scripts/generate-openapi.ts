/** Writes docs/openapi.json from the declarations; with `--check` it only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../src/core/app/operations.ts'
import { createOpenApi } from '../src/server/openapi/document.ts'

const path = join(import.meta.dirname, '..', 'docs', 'openapi.json')
const text = `${JSON.stringify(await createOpenApi(operations), undefined, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error('docs/openapi.json is out of date. Run: node scripts/generate-openapi.ts')
  process.exitCode = 1
}

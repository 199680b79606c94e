/**
 * Writes docs/api-baseline.json, the public names and shapes of the API document. Refuses a breaking
 * change that docs/api-rules.md does not announce. With `--check` it writes nothing and fails if out of date.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Breaking, breakingChanges, unannounced } from './api-baseline/compare.ts'
import { type Baseline, baselineOf, written } from './api-baseline/shape.ts'
import { apiDocument } from './api-document.ts'

const docs = join(import.meta.dirname, '..', 'docs')
const path = join(docs, 'api-baseline.json')

/** Returns the new and the committed text of the baseline, and breaking changes that are not announced. */
export const checkBaseline = (document: unknown): { text: string; present: string; refused: Breaking[] } => {
  const now = baselineOf(document)
  const present = existsSync(path) ? readFileSync(path, 'utf8') : written(now)
  const changes = breakingChanges(JSON.parse(present) as Baseline, now)
  return {
    text: written(now),
    present,
    refused: unannounced(changes, readFileSync(join(docs, 'api-rules.md'), 'utf8')),
  }
}

if (process.argv[1] === import.meta.filename) {
  const { text, present, refused } = checkBaseline(await apiDocument())
  if (refused.length > 0) {
    const lines = refused.map(({ key, what }) => `- \`${key}\`: ${what}`)
    console.error(
      `These changes break existing programs. Revert them, or announce each in docs/api-rules.md:\n${lines.join('\n')}`,
    )
    process.exitCode = 1
  } else if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (present !== text) {
    console.error('docs/api-baseline.json is out of date. Run: npm run generate')
    process.exitCode = 1
  }
}

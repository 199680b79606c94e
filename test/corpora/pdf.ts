/**
 * Inspects every PDF in a folder and its subfolders as if it were uploaded, in a process with limited memory
 * and time. Prints how many are accepted, why the others are refused, and which crash or are slow.
 *
 * node test/corpora/pdf.ts FOLDER
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createIsolatedUntrusted } from '../../src/adapters/pdf/isolated-process/untrusted.ts'
import type { Inspection } from '../../src/core/ports/inspection.ts'
import { inspectInput } from '../support/inspect-input.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node test/corpora/pdf.ts FOLDER')

const SLOW_MS = 5_000

const reasonOf = ({ pages, findings }: Inspection): string => {
  if (pages) return 'accepted'
  const error = findings.find(({ severity }) => severity === 'error')
  return [error?.code, error?.params?.['reason.case']].filter(Boolean).join(' ')
}

const reader = createIsolatedUntrusted()
const counts = new Map<string, number>()
const notable: string[] = []
for (const name of globSync('**/*.pdf', { cwd: folder }).sort()) {
  const startedAt = performance.now()
  let outcome: string
  try {
    outcome = reasonOf(await reader.inspect(inspectInput('PDF', readFileSync(join(folder, name)))))
  } catch (error) {
    outcome = 'crashed'
    notable.push(`${name}: ${error}`)
  }
  const tookMs = performance.now() - startedAt
  if (tookMs > SLOW_MS) notable.push(`${name}: ${Math.round(tookMs)} ms`)
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
}
await reader.close()
for (const [outcome, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(count, outcome)
for (const line of notable) console.log(line)

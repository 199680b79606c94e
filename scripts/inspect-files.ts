/**
 * Inspects files as uploads, without an instance: `find FOLDER -name '*.png' | node scripts/inspect-files.ts IMAGE`
 * prints how many have which findings, and the findings of each refused file. For public collections of files
 * (docs/testing.md#public-files).
 */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { inspectFile } from '../src/adapters/pdf/inspect/inspect.ts'
import { hasErrors } from '../src/core/kernel/finding.ts'
import type { InspectInput } from '../src/core/ports/inspection.ts'

const kind = process.argv[2] as InspectInput['kind']
const counts = new Map<string, number>()
const refused: string[] = []
for await (const path of createInterface({ input: process.stdin })) {
  const { findings } = await inspectFile(kind, await readFile(path))
  const codes = [...new Set(findings.map(({ code }) => code))].sort().join(', ')
  const outcome = hasErrors(findings) ? `refused: ${codes}` : `|| 'nothing to say'}`
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  if (hasErrors(findings)) refused.push(`${path}: ${findings.map(({ message }) => message).join(' ')}`)
}
for (const [outcome, count] of [...counts].sort(([, a], [, b]) => b - a))
  process.stdout.write(`${count} ${outcome}\n`)
process.stdout.write(`${refused.join('\n')}\n`)

/**
 * Checks that no request holds the executable's event loop for more than 50 ms of processor time:
 *
 *   npm run test:stalls -- [--only PART OF A NAME] [--executable dist/lettershop]
 *
 * The cases are the most expensive requests that a caller can send to every parser and to every operation
 * that needs no key. Exits with 1 if the longest turn exceeds the limit in each of five tries, if an answer
 * has another status than its case expects, or if no case covers an operation that needs no key. This is the
 * project's only timed check; docs/testing.md explains it.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtExecutable } from '../../examples/support/executable.ts'
import { apiDocument } from '../../scripts/api-document.ts'
import { authenticatedCases } from './authenticated.ts'
import { machineScale } from './calibration.ts'
import type { Case } from './cases.ts'
import { catalogueCases } from './catalogue.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { importCases } from './imports.ts'
import { parsingCases } from './parsing.ts'
import { type Server, startServer } from './server.ts'
import { unauthenticatedCases } from './unauthenticated.ts'

const limitMs = 50
const tries = 5
const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    executable: { type: 'string', default: join(root, 'dist/lettershop') },
  },
})
const all = [
  ...parsingCases,
  ...unauthenticatedCases,
  ...authenticatedCases,
  ...importCases,
  ...catalogueCases,
]

/** Returns the ids of the operations that need no key and that no case covers. */
const uncoveredOperations = async (): Promise<string[]> => {
  const { paths } = await apiDocument()
  const operations = Object.values(paths).flatMap((path) => Object.values(path as object))
  const known = new Set(all.map(({ where }) => where))
  return operations
    .filter(({ operationId, security }) => security?.length === 0 && !known.has(operationId))
    .map(({ operationId }) => operationId)
}

/**
 * Runs a case up to five times. Returns why it is too slow; undefined if it passes. Throws for a wrong
 * status.
 */
const measure = async (
  server: Server,
  fixtures: Fixtures,
  { where, what, status, request, after }: Case,
): Promise<string | undefined> => {
  const measured: number[] = []
  let limit = limitMs
  for (let n = 0; n < tries; n++) {
    const requests = [await request(fixtures)].flat()
    let answered = 0
    measured.push(
      await server.longestTurn(async () => {
        const answers = await Promise.all(requests.map(fixtures.send))
        for (const answer of answers) {
          answered = answer.status
          const refused = [401, 429].includes(answered) && status !== answered
          if (answered >= 500 || refused || (status !== 0 && answered !== status)) {
            throw new Error(`${where}, ${what}: answered ${answered}: ${answer.text.slice(0, 300)}`)
          }
          await after?.(fixtures, answer)
        }
      }),
    )
    limit = limitMs * machineScale()
    if (measured.at(-1)! <= limit) break
  }
  const best = Math.min(...measured)
  const label = `${where.padEnd(26)}${what.slice(0, 60).padEnd(62)}`
  if (best > 10)
    console.log(`${label}${best.toFixed(0).padStart(5)} ms of ${limit.toFixed(0)}, ${measured.length} tries`)
  return best > limit ? `${where}, ${what}: ${best.toFixed(0)} ms` : undefined
}

const program = builtExecutable(values.executable)
const began = performance.now()
const failures = (await uncoveredOperations()).map(
  (operation) => `${operation} needs no key, and no case covers it`,
)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-stalls-'))
let server: Server | undefined
try {
  server = await startServer(program, scratch)
  const fixtures = await createFixtures(server, scratch)
  const cases = all.filter(({ where, what }) => `${where} ${what}`.includes(values.only))
  for (const one of cases) {
    const failure = await measure(server, fixtures, one).catch((error: Error) => error.message)
    if (failure) failures.push(failure)
  }
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${cases.length} requests in ${seconds.toFixed(0)} s; limits scaled by ${machineScale().toFixed(1)} for this machine`,
  )
} finally {
  await server?.stop()
  rmSync(scratch, { recursive: true, force: true })
}
for (const failure of failures) console.log(`✗ ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1

/**
 * Holds the executable to the rule that no request keeps the event loop for more than 50 ms of processor time:
 *
 *   npm run test:stalls -- [--only PART OF A NAME] [--executable dist/lettershop]
 *
 * A table of requests that are as much work as a caller can make of them, for every parser and every operation that asks
 * for no key. It ends with 1 where the longest turn of each of five tries was longer, or where a request did not get as
 * far as it was meant to. The one timed check that the project has: docs/testing.md says why and how.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtExecutable } from '../../examples/support/executable.ts'
import type { Case } from './cases.ts'
import { fileCases } from './files.ts'
import { scaleNow } from './reference.ts'
import { requestCases } from './requests.ts'
import { type Server, startServer } from './server.ts'
import { openShop, type Shop } from './shop.ts'
import { strangerCases } from './strangers.ts'
import { workCases } from './work.ts'

const limitMs = 50
const tries = 5
const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    executable: { type: 'string', default: join(root, 'dist/lettershop') },
  },
})
const all = [...requestCases, ...strangerCases, ...workCases, ...fileCases]

/** Operations that the API document says need no key, and that nothing here asks for. */
const forgotten = (): string[] => {
  const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))
  const operations = Object.values(paths).flatMap((path) => Object.values(path as object))
  const known = new Set(all.map(({ where }) => where))
  return operations
    .filter(({ operationId, security }) => security?.length === 0 && !known.has(operationId))
    .map(({ operationId }) => operationId)
}

/** What is wrong with a case; undefined where nothing is. */
const judge = async (
  server: Server,
  shop: Shop,
  { where, what, status, ask, after }: Case,
): Promise<string | undefined> => {
  const measured: number[] = []
  let limit = limitMs
  for (let n = 0; n < tries; n++) {
    const asks = [await ask(shop)].flat()
    let answered = 0
    measured.push(
      await server.longestTurn(async () => {
        const answers = await Promise.all(asks.map(shop.send))
        for (const answer of answers) {
          answered = answer.status
          const refused = [401, 429].includes(answered) && status !== answered
          if (answered >= 500 || refused || (status !== 0 && answered !== status)) {
            throw new Error(`${where}, ${what}: answered ${answered}: ${answer.text.slice(0, 300)}`)
          }
          await after?.(shop, answer)
        }
      }),
    )
    limit = limitMs * scaleNow()
    if (measured.at(-1)! <= limit) break
  }
  const best = Math.min(...measured)
  const told = `${where.padEnd(26)}${what.slice(0, 60).padEnd(62)}`
  if (best > 10)
    console.log(`${told}${best.toFixed(0).padStart(5)} ms of ${limit.toFixed(0)}, ${measured.length} tries`)
  return best > limit ? `${where}, ${what}: ${best.toFixed(0)} ms` : undefined
}

const program = builtExecutable(values.executable)
const began = performance.now()
const wrong = forgotten().map((operation) => `${operation} needs no key, and nothing is asked of it`)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-stalls-'))
let server: Server | undefined
try {
  server = await startServer(program, scratch)
  const shop = await openShop(server)
  const cases = all.filter(({ where, what }) => `${where} ${what}`.includes(values.only))
  for (const one of cases) {
    const fault = await judge(server, shop, one).catch((error: Error) => error.message)
    if (fault) wrong.push(fault)
  }
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${cases.length} requests in ${seconds.toFixed(0)} s; a machine ${scaleNow().toFixed(1)} times as slow`,
  )
} finally {
  await server?.stop()
  rmSync(scratch, { recursive: true, force: true })
}
for (const fault of wrong) console.log(`✗ ${fault}`)
process.exitCode = wrong.length === 0 ? 0 : 1

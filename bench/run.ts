/**
 * Runs benches one after another.
 *
 *   npm run bench -- [--report] [--only close,webhooks] [--against REV] [--built]
 *
 * `--report` writes the results to docs/performance.json and docs/performance.md; `--only` selects benches;
 * `--against` builds an earlier revision and measures it in alternation, in the benches of the executable;
 * `--built` uses the existing executable. All benches take an hour with an earlier revision, and hours on
 * slow processors. If a bench fails, the report keeps those of its earlier rows that it did not measure, and
 * the other benches continue.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, benches, shortName } from './report/benches.ts'
import { performanceDocument } from './report/document.ts'
import { thisMachine } from './report/machine.ts'
import { merge, type Outcome, type Run, readResults, resultsText } from './report/results.ts'
import { oldExecutable, thisRevision } from './report/revisions.ts'
import type { Measured } from './support/measured.ts'

const { values } = parseArgs({
  options: {
    report: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    built: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '..')
const wanted = values.only?.split(',')
const unknown = wanted?.filter((name) => !benches.some((bench) => shortName(bench) === name)) ?? []
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${benches.map(shortName).join(', ')}.`)
  process.exit(2)
}
const chosen = benches.filter((bench) => wanted === undefined || wanted.includes(shortName(bench)))

if (!values.built) {
  execFileSync('npm', ['run', '--silent', 'build:exe'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
const old = values.against === undefined ? undefined : oldExecutable(values.against)
const run: Run = {
  date: new Date().toISOString().slice(0, 10),
  revision: thisRevision(),
  ...(old ? { against: old.revision } : {}),
  machine: thisMachine(),
}

const peers = join(root, 'bench/webhooks')
if (chosen.some(({ name }) => name === 'bench/webhooks') && !existsSync(join(peers, 'node_modules'))) {
  execFileSync('npm', ['ci', '--prefix', peers, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
}

const scratch = mkdtempSync(join(tmpdir(), 'lettershop-records-'))
const measure = ({ name, commands }: Bench): Outcome => {
  const file = join(scratch, 'records.jsonl')
  writeFileSync(file, '')
  const env = { ...process.env, BENCH_RECORDS: file, ...(old ? { BENCH_AGAINST: old.path } : {}) }
  const failed = commands.filter((command) => {
    console.log(`\n# node ${command.join(' ')}`)
    return spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' }).status !== 0
  })
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const rows = lines.map((line) => JSON.parse(line) as Measured)
  return { bench: name, isComplete: failed.length === 0, rows }
}

const dataFile = join(root, 'docs/performance.json')
const earlier = existsSync(dataFile) ? readResults(readFileSync(dataFile, 'utf8')) : []
const outcomes: Outcome[] = []
try {
  for (const bench of chosen) {
    outcomes.push(measure(bench))
    if (!values.report) continue
    // After each bench, so that an interrupted run keeps its results.
    const results = merge(earlier, run, outcomes)
    writeFileSync(dataFile, resultsText(results))
    writeFileSync(join(root, 'docs/performance.md'), performanceDocument(results))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
const failed = outcomes.filter(({ isComplete }) => !isComplete).map(({ bench }) => bench)
if (failed.length > 0) {
  console.error(`\nDid not complete: ${failed.join(', ')}. Their other rows are those of earlier runs.`)
  process.exitCode = 1
}

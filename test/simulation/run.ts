/**
 * Deterministic simulation testing: `npm run simulate -- --seeds 1000`. Each seed runs servers, clients,
 * printers, webhook receivers and a clock in one process, with injected faults. After a recovery without
 * faults, every invariant is checked.
 *
 *   --seeds N            runs N seeds, starting with --from (1)
 *   --seed S             runs one seed; with --trace it prints every step
 *   --tally              with --seeds: prints how often each kind of event, answer and crash occurred
 *   --injected-bug NAME  injects a bug; exits with 1 unless its invariant detects it within --seeds (200)
 *   --injected-bugs      the same for every bug of injected-bugs.ts
 *   --keep               with --injected-bugs: writes the detecting seeds to found-at.json, to be tried first
 *   --jobs N             number of processes; as many as there are cores by default
 */
import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithUs } from '../support/end-with-us.ts'
import { injectedBugs } from './injected-bugs.ts'
import { type Outcome, simulate } from './simulate.ts'
import { addTo, type BatchResult, type SeedBatch, type SeedStarted, simulatorFailure } from './worker.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    'injected-bug': { type: 'string' },
    'injected-bugs': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    tally: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const bugName = values['injected-bug']
const from = Number(values.from)
const jobs = Math.max(1, Number(values.jobs))

const print = ({ seed, violations }: Pick<Outcome, 'seed' | 'violations'>, bug?: string): void => {
  console.log(`\n✗ seed ${seed}`)
  for (const { invariant, what } of violations.slice(0, 10))
    console.log(`  ${invariant}\n    ${what.slice(0, 600)}`)
  if (violations.length > 10) console.log(`  … and ${violations.length - 10} more`)
  console.log(`  npm run simulate -- --seed ${seed}${bug ? ` --injected-bug '${bug}'` : ''} --trace`)
}

/** Far longer than any seed takes. */
const seedTimeoutMs = 120_000

/** Runs batches in at most `jobs` child processes at a time. */
const runInChildren = async (
  batches: readonly SeedBatch[],
  onResult: (batch: SeedBatch, result: BatchResult) => void,
): Promise<void> => {
  const queue = [...batches]
  const runQueue = async () => {
    for (let batch = queue.shift(); batch; ) {
      const child = endWithUs(
        fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
      )
      for (let isAlive = true; isAlive && batch; ) {
        const result = await runInChild(child, batch)
        onResult(batch, result)
        isAlive = child.connected
        batch = queue.shift()
      }
      child.kill()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, batches.length) }, runQueue))
}

/** Runs a batch. A child that exits or hangs is killed, and its current seed counts as failed. */
const runInChild = (child: ChildProcess, batch: SeedBatch): Promise<BatchResult> =>
  new Promise((resolve) => {
    let seed = batch.from
    const end = (result: BatchResult) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(result)
    }
    const abandon = (what: string) => {
      if (child.connected) child.disconnect()
      child.kill('SIGKILL')
      end({
        steps: 0,
        tally: {},
        failures: [{ seed: String(seed), violations: [{ invariant: simulatorFailure, what }] }],
      })
    }
    const startTimer = () => setTimeout(() => abandon('The seed does not end.'), seedTimeoutMs)
    let timer = startTimer()
    child.on('message', (message: SeedStarted | BatchResult) => {
      if (!('started' in message)) return end(message)
      seed = message.started
      clearTimeout(timer)
      timer = startTimer()
    })
    child.once('exit', (code) => abandon(`Its process exited with ${code}.`))
    child.send(batch)
  })

/** Runs one seed in this process, for a debugger. */
const runOne = async (seed: string): Promise<boolean> => {
  const injectedBug = bugName === undefined ? undefined : injectedBugs[bugName]
  const outcome = await simulate(seed, { injectedBug, trace: values.trace })
  for (const line of outcome.trace) console.log(line)
  if (outcome.violations.length > 0) print(outcome, bugName)
  else
    console.log(`seed ${seed}: all invariants hold (${outcome.steps} steps, ${outcome.digest.slice(0, 16)})`)
  return outcome.violations.length === 0
}

const tallyText = (tally: Readonly<Record<string, number>>): string =>
  Object.entries(tally)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${String(times).padStart(8)}  ${what}`)
    .join('\n')

const seedsPerBatch = 20
const runSeeds = async (count: number): Promise<boolean> => {
  const began = performance.now()
  const batches: SeedBatch[] = []
  for (let first = from; first < from + count; first += seedsPerBatch)
    batches.push({ from: first, to: Math.min(first + seedsPerBatch, from + count) - 1 })
  const tally: Record<string, number> = {}
  let steps = 0
  let failed = 0
  let done = 0
  await runInChildren(batches, (batch, result) => {
    steps += result.steps
    addTo(tally, result.tally)
    failed += result.failures.length
    done += batch.to - batch.from + 1
    for (const failure of result.failures) print(failure)
    if (done % 500 === 0) console.log(`${done} seeds, ${failed} failed`)
  })
  if (values.tally) console.log(tallyText(tally))
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const verdict = failed === 0 ? 'all invariants hold.' : `${failed} failed.`
  console.log(`\n${count} seeds from ${from}, ${steps} steps in ${seconds} s: ${verdict}`)
  return failed === 0
}

const findInjectedBugs = async (names: readonly string[], within: number): Promise<boolean> => {
  let missed = 0
  const foundAt: Record<string, number> = {}
  const batches = names.map((bug): SeedBatch => ({ from, to: from + within - 1, bug }))
  await runInChildren(batches, ({ bug }, { failures: [failure] }) => {
    const found = failure?.violations.find(({ invariant }) => invariant === injectedBugs[bug!]!.violates)
    if (found) {
      console.log(`✓ ${bug}: detected at seed ${failure!.seed} (${found.invariant})`)
      foundAt[bug!] = Number(failure!.seed)
    } else {
      missed++
      console.log(`✗ ${bug}: not detected in ${within} seeds`)
    }
  })
  if (values.keep && bugName === undefined) {
    writeFileSync(join(import.meta.dirname, 'found-at.json'), `${JSON.stringify(foundAt, null, 2)}\n`)
  }
  console.log(`\n${names.length - missed} of ${names.length} injected bugs detected.`)
  return missed === 0
}

const run = (): Promise<boolean> => {
  if (bugName !== undefined && !injectedBugs[bugName]) {
    console.log(`There is no injected bug ${bugName}. There are: ${Object.keys(injectedBugs).join(', ')}`)
    return Promise.resolve(false)
  }
  if (values.seed !== undefined) return runOne(values.seed)
  if (values['injected-bugs'] || bugName !== undefined)
    return findInjectedBugs(
      bugName === undefined ? Object.keys(injectedBugs) : [bugName],
      Number(values.seeds ?? 200),
    )
  return runSeeds(Number(values.seeds ?? 1000))
}

process.exitCode = (await run()) ? 0 : 1

/**
 * Measures the main job with the executable, stage by stage: postcards created in bulk, validated, their run
 * closed, rendered and handed over, and every webhook delivered to a local receiver. In alternation with the
 * executable of an earlier revision if `BENCH_AGAINST` names one.
 *
 *   node bench/main-job.ts [--items 20000] [--rounds 3]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Executable } from '../examples/support/executable.ts'
import { executables } from './support/executables.ts'
import { type MainJob, runMainJob, stages } from './support/main-job.ts'
import { type Figure, median, ratiosOf, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
  },
})
const items = Number(values.items)
const contenders = executables()
const say = sayFor('bench/main-job.ts')

const measure = async (path: string): Promise<MainJob> => {
  const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-main-job-'))
  const shop = new Executable(path, join(scratch, 'data'))
  try {
    await shop.start()
    return await runMainJob(shop, items)
  } finally {
    await shop.stop('SIGTERM')
    rmSync(scratch, { recursive: true, force: true })
  }
}

say(`the main job with ${items} items, sync time ${syncTimeUs(tmpdir()).toFixed(0)} µs`)
const jobs = contenders.map(({ name }) => ({ name, of: [] as MainJob[] }))
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [index, { path, name }] of contenders.entries()) {
    const job = await measure(path)
    jobs[index]!.of.push(job)
    say(`  ${name.padEnd(15)} ${job.total.toFixed(1)} s, ${job.webhooks} webhooks`)
  }
}
const [own, old] = jobs
const reportStage = (
  label: string,
  what: string,
  secondsOf: (job: MainJob) => number,
  aim?: Figure['aim'],
) => {
  const figure: Figure = {
    ...{ what, unit: 's', size: `${items} items`, values: own!.of.map(secondsOf) },
    ...(old ? { comparedWith: { name: old.name, values: old.of.map(secondsOf) } } : {}),
    ...(aim ? { aim } : {}),
  }
  const comparison = old ? `   ${median(ratiosOf(figure)).toFixed(2)} of the old build` : ''
  say(`  ${label.padEnd(38)} ${median(figure.values).toFixed(2).padStart(7)} s${comparison}`, figure)
}
for (const [stage, name] of stages.entries()) {
  reportStage(name, `the main job: ${name}`, ({ seconds }) => seconds[stage]!)
}
reportStage('the whole (aim: at most 25)', 'the main job, total', ({ total }) => total, { atMost: 25 })

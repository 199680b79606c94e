import type { Transaction } from '../context.ts'
import { notFound, problem } from '../errors.ts'
import { nowIn } from '../jobs/scheduler.ts'
import type { PackageFile } from '../ports/print-partner.ts'
import { everyone, type Mode, type Rows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import type { RunStatus } from './lifecycle.ts'
import { packageFiles } from './package.ts'
import { complete, finishHandOver, offerToCarrier } from './progress.ts'
import { moveRun, runJob } from './run.ts'
import type { RunRow } from './store.ts'

/*
 * What an operator does with runs, for the command line. Every function throws a Problem: 404 for an unknown run,
 * 409 `invalid_state` naming the present status where the run does not allow it.
 */

/** Runs of everybody, the latest cutoff first. */
export const listRuns = (
  services: Services,
  filter: { organisationId?: string; mode?: Mode; status?: RunStatus; limit?: number } = {},
): Promise<RunRow[]> =>
  services.store.read((rows) =>
    rows.runs.find(
      everyone,
      (['organisationId', 'mode', 'status'] as const).flatMap((field) => {
        const value = filter[field]
        return value === undefined ? [] : [{ field, op: 'eq' as const, value }]
      }),
      { order: [{ field: 'cutoffAt', descending: true }], limit: filter.limit ?? 50 },
    ),
  )

export const showRun = (services: Services, runId: string): Promise<RunRow> =>
  services.store.read((rows) => known(rows, runId))

/** The files of a rendered run, to write into a folder. Changes nothing: the printer's copy is another one. */
export const packageRun = async (services: Services, runId: string): Promise<AsyncIterable<PackageFile>> => {
  const run = await showRun(services, runId)
  if (run.renderedAt === null) {
    throw problem('invalid_state', `The run is ${run.status}: it has no package until it is rendered.`)
  }
  return packageFiles(services, run)
}

/** The printer offered the run to the carrier (live mode; in test mode it happens by itself). */
export const reportOffered = (services: Services, runId: string): Promise<RunRow> =>
  change(services, runId, (transaction, run, now) => offerToCarrier(services, transaction, run, now))

/** The carrier confirmed before the configured days had passed. */
export const reportCompleted = (services: Services, runId: string): Promise<RunRow> =>
  change(services, runId, complete)

/**
 * Tries again at once: a FAILED run goes on where it failed, one that waits for its printer or its renderer is due
 * now. Not for an uncertain hand-over, see `resolveUncertain`.
 */
export const retryRun = (services: Services, runId: string): Promise<RunRow> =>
  change(services, runId, async (transaction, run, now) => {
    if (run.uncertain) {
      throw problem('invalid_state', 'It is uncertain whether the printer has this run: say which it is.')
    }
    if (run.status === 'FAILED') {
      const rendered = run.renderedAt !== null
      const moved = await moveRun(transaction, run, rendered ? 'RENDERED' : 'CUTOFF_REACHED', now)
      transaction.work.enqueue(runJob(run, rendered ? 'runs.handOver' : 'runs.render', now))
      return moved
    }
    const kind = waitingJobs[run.status]
    if (!kind) throw problem('invalid_state', `The run is ${run.status}: there is nothing to try again.`)
    transaction.work.enqueue(runJob(run, kind, now))
    return run
  })

const waitingJobs = {
  CUTOFF_REACHED: 'runs.render',
  RENDERING: 'runs.render',
  RENDERED: 'runs.handOver',
  HANDING_OVER: 'runs.handOver',
} as const satisfies Partial<Record<RunStatus, string>> as Partial<
  Record<RunStatus, 'runs.render' | 'runs.handOver'>
>

/** Only a person can know: the printer has the run (`delivered`), or has nothing and gets it again (`absent`). */
export const resolveUncertain = async (
  services: Services,
  runId: string,
  answer: 'delivered' | 'absent',
): Promise<RunRow> => {
  const resolved = await change(services, runId, async (transaction, run, now) => {
    if (!run.uncertain) {
      throw problem('invalid_state', `The run is ${run.status}, and nothing about it is uncertain.`)
    }
    if (answer === 'delivered') return run
    const moved = await moveRun(transaction, run, 'RENDERED', now, { uncertain: false })
    transaction.work.enqueue(runJob(run, 'runs.handOver', now))
    return moved
  })
  if (answer === 'absent') return resolved
  await finishHandOver(
    { services, now: await clockOf(services, resolved), transact: (body) => transact(services, body) },
    runId,
    { partner: services.printPartners[resolved.mode].name, reference: null },
  )
  return showRun(services, runId)
}

const known = async (rows: Rows, runId: string): Promise<RunRow> => {
  const run = await rows.runs.get(everyone, runId)
  if (!run) throw notFound('run')
  return run
}

const change = async (
  services: Services,
  runId: string,
  body: (transaction: Transaction, run: RunRow, now: number) => Promise<RunRow>,
): Promise<RunRow> => {
  const now = await clockOf(services, await showRun(services, runId))
  return transact(services, async (transaction) =>
    body(transaction, await known(transaction.rows, runId), now),
  )
}

/** ms on the clock that the run goes by. */
const clockOf = (services: Services, run: RunRow): Promise<number> =>
  services.store.read(async (rows) => {
    const organisation = await rows.organisations.get(everyone, run.organisationId)
    return organisation ? nowIn(services, organisation, run.mode) : services.clock.now()
  })

import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { LeaseLost } from '../../../engine/jobs/runner.ts'
import { dayMs, minuteMs } from '../../../kernel/time.ts'
import type { RunRemakeRow, RunRow } from '../../../model/runs.ts'
import type { PackageFate } from '../../../ports/print-partner.ts'
import type { Rows } from '../../../ports/store.ts'
import { queryPrinter } from '../printing/hand-over.ts'
import { markAbandoned, markRemakeAbandoned } from '../printing/progress.ts'

/** Time after which the printer is no longer asked. */
const longestMs = 14 * dayMs

/** Asks a printer for progress. A separate kind, so that an unresponsive printer occupies no lane of runs. */
export const watchPrinting = defineJob({
  kind: 'printing.watch',
  async handler(context) {
    const { services, job, args, now } = context
    const { runId, remakeId } = args
    const found = await services.store.read((rows) =>
      watched(rows, organisationOf(job), String(runId), remakeId),
    )
    if (!found || now - found.since > longestMs) return undefined
    const again = { resumeAt: now + waitMs(now - found.since) }
    const outcome = await outcomeOf(context, found).catch((error: unknown) => {
      if (error instanceof LeaseLost) throw error
      return undefined
    })
    if (!outcome || outcome.state === 'waiting') return again
    if (outcome.state === 'given_up') await note(context, found, outcome.reason)
    return undefined
  },
})

interface Watched {
  run: RunRow
  remake?: RunRemakeRow
  since: number
}

/** Returns the run or remake to ask about; undefined if it left the printer or waits for an operator. */
const watched = async (
  rows: Rows,
  own: { organisationId: string },
  runId: string,
  remakeId: unknown,
): Promise<Watched | undefined> => {
  const run = await rows.runs.get(own, runId)
  if (run?.status !== 'HANDED_TO_PRINTER') return undefined
  if (typeof remakeId !== 'string') {
    return run.uncertain ? undefined : { run, since: run.handedToPrinterAt ?? run.updatedAt }
  }
  const remake = await rows.runRemakes.get(own, remakeId)
  if (remake?.status !== 'HANDED_TO_PRINTER' || remake.uncertain) return undefined
  return { run, remake, since: remake.handedToPrinterAt ?? remake.updatedAt }
}

/** Asks the printer; returns `done` if it can't be asked, as while the instance is served as a drill. */
const outcomeOf = async (
  context: JobContext<'printing.watch'>,
  { run, remake }: Watched,
): Promise<PackageFate> => {
  const partner = await context.services.printerDesk.of(run)
  if (!partner.fateOf) return { state: 'done' }
  return queryPrinter(context, run, () => partner.fateOf!(remake?.id ?? run.id))
}

const note = (
  { services, now, transact }: JobContext<'printing.watch'>,
  { run, remake }: Watched,
  reason: string,
) => {
  services.log.error('a printer abandoned a package', { run: run.id, remake: remake?.number, reason })
  return transact(async ({ rows }) => {
    const current = await watched(rows, run, run.id, remake?.id)
    if (current?.remake) await markRemakeAbandoned(rows, current.remake, reason, now)
    else if (current) await markAbandoned(rows, current.run, reason, now)
  })
}

/** Returns how long to wait: as long as the printer has had the run, from a minute to half an hour. */
const waitMs = (hadMs: number): number => Math.min(Math.max(hadMs, minuteMs), 30 * minuteMs)

import type { Transaction } from '../../../engine/context.ts'
import { findingsText } from '../../../engine/first-findings.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { LeaseLost } from '../../../engine/jobs/runner.ts'
import { canonicalJson } from '../../../kernel/json.ts'
import { minuteMs, secondMs } from '../../../kernel/time.ts'
import type { PrinterRow } from '../../../model/printers.ts'
import type { LiveFinding, RunRow } from '../../../model/runs.ts'
import { jobOfRun } from '../../items/scheduling.ts'
import { choiceAtHandOver, countsPages, readShop } from '../../printers/choice.ts'
import { defaultPrinterId, printerIdOf } from '../../printers/default-printer.ts'
import { storeHealthOf } from '../../printers/health.ts'
import { holdOf, isExempt, type PrintingHold } from '../../printers/printing-hold.ts'
import { maxPagesOf } from '../../printers/run-pages.ts'
import { specificationAt } from '../../products/specifications.ts'
import { handedFiles } from '../package/package.ts'
import { attemptsBeforeFailed, handedSheet, queryPrinter, readinessOf } from '../printing/hand-over.ts'
import { finishHandOver } from '../printing/progress.ts'
import { confirmedAbsentPayload, isConfirmedAbsent, moveRun, unrendered } from '../run.ts'

/**
 * Hands a rendered run to its printer exactly once (docs/design/printers.md). The intent (HANDING_OVER) is
 * committed before the printer receives anything. A later attempt asks the printer first; if the printer
 * can't tell, the run waits for an operator.
 */
export const handOverJob = defineJob({
  kind: 'runs.handOver',
  async handler(context) {
    /** Printers that were unavailable during this job; the run's rule may name others. */
    const unavailable = new Set<string>()
    for (let last: { resumeAt: number } | undefined; ; ) {
      const begun = await begin(context, unavailable)
      if (!begun) return undefined
      if (begun === 'held') return last ?? { resumeAt: context.now + minuteMs }
      try {
        last = await deliver(context, begun)
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        return afterError(context, begun.run, error)
      }
      if (!last) return undefined
      unavailable.add(printerIdOf(begun.run))
    }
  },
})

const begin = (
  { services, job, args, now, transact }: JobContext<'runs.handOver'>,
  unavailable: ReadonlySet<string>,
): Promise<Begun | 'held' | undefined> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
    if (run?.status === 'RENDERED') {
      const hold = await holdOf(transaction.rows, run)
      const { findings, isOutdated } = await readinessOf(services, transaction.rows, run)
      if (hold || findings.length > 0) return wait(transaction, run, { hold, findings }, now)
      const confirmedAbsent = isConfirmedAbsent(args) || (await isExempt(transaction.rows, run))
      if (isOutdated) return renderAgain(transaction, run, now, confirmedAbsent)
      const chosen = await printerFor(services, transaction, run, { away: unavailable, now })
      if (chosen === 'away') return 'held'
      if (chosen === 'none') return wait(transaction, run, { findings: [], why: noPrinter }, now)
      const fields = { uncertain: false, givenPrinterId: givenTo(run, chosen) }
      const moved = await moveRun(transaction, run, 'HANDING_OVER', now, fields)
      return { run: moved, resumed: false, confirmedAbsent }
    }
    const isResumed = run?.status === 'HANDING_OVER' && !run.uncertain
    return isResumed ? { run, resumed: true, confirmedAbsent: false } : undefined
  })

const noPrinter =
  'No active printer could print it: each is paused, archived, or lacks a capability that the sheet needs. The run waits and resumes automatically.'

/** Chooses a printer. `away`: wait for an unavailable one; `none`: no active printer can print the run. */
const printerFor = async (
  services: JobContext['services'],
  { rows }: Transaction,
  run: RunRow,
  { away: unavailable, now }: { away: ReadonlySet<string>; now: number },
): Promise<PrinterRow | 'away' | 'none'> => {
  const specification = await specificationAt(services, rows, run.specificationId, run.specificationVersion)
  const shop = await readShop(rows)
  const pages = countsPages(shop, specification) ? await maxPagesOf(rows, run) : undefined
  const { printers, patienceMs } = choiceAtHandOver(shop, run, specification, pages)
  if (printers.length === 0) return 'none'
  if (unavailable.size > 0 && now - (run.renderedAt ?? now) < patienceMs) return 'away'
  return printers.find((printer) => !unavailable.has(printer.id)) ?? 'away'
}

/** Returns the run's `givenPrinterId`: null for the printer that it was created for. */
const givenTo = (run: RunRow, { id }: Pick<PrinterRow, 'id'>): string | null =>
  id === (run.printerId ?? defaultPrinterId) ? null : id

interface Begun {
  run: RunRow
  resumed: boolean
  confirmedAbsent: boolean
}

const wait = async (
  { rows }: Transaction,
  run: RunRow,
  { hold, findings, why }: { hold?: PrintingHold | undefined; findings: LiveFinding[]; why?: string },
  now: number,
): Promise<'held'> => {
  const reason = why ?? (hold ? `Printing is held. ${hold.reason}` : findingsText(findings))
  if (run.reason !== reason || canonicalJson(run.findings) !== canonicalJson(findings)) {
    const patch = { reason, findings, revision: run.revision + 1, updatedAt: now }
    await rows.runs.update(run, run.id, patch, { status: 'RENDERED' })
  }
  return 'held'
}

/** Moves a run back to rendering: no printer has its pages, and current settings would change them. */
const renderAgain = async (
  transaction: Transaction,
  run: RunRow,
  now: number,
  confirmedAbsent: boolean,
): Promise<undefined> => {
  const back = await moveRun(transaction, run, 'CUTOFF_REACHED', now, unrendered)
  transaction.work.enqueue(
    jobOfRun(back, 'runs.cutoff', now, confirmedAbsent ? { payload: confirmedAbsentPayload } : {}),
  )
}

const deliver = async (
  context: JobContext<'runs.handOver'>,
  { run, resumed, confirmedAbsent }: Begun,
): Promise<{ resumeAt: number } | undefined> => {
  const { services, now, transact } = context
  const partner = await services.printerDesk.of(run)
  if (resumed) {
    const found = await queryPrinter(context, run, () => partner.find(run.id))
    if (found === 'uncertain') return stop(context, run)
    if (found === 'delivered') {
      await finishHandOver(context, run, { partner: partner.name, reference: null })
      return undefined
    }
  }
  const result = await partner.handOver({
    runId: run.id,
    organisationId: run.organisationId,
    confirmedAbsent,
    sheet: await handedSheet(services, run),
    files: handedFiles(services, run, !resumed, () => context.extend()),
  })
  if (result.outcome === 'delivered') {
    await finishHandOver(context, run, { partner: partner.name, reference: result.reference })
    return undefined
  }
  await transact(async (transaction) => {
    const current = await transaction.rows.runs.get(run, run.id)
    await storeHealthOf(transaction.rows, run, { ok: false, detail: result.reason }, services.clock.now())
    if (current?.status !== 'HANDING_OVER') return
    const reason = `${result.reason} The run waits and resumes automatically when the printer is available.`
    await moveRun(transaction, current, 'RENDERED', now, { reason, ...firstUnavailable(current, now) })
  })
  return { resumeAt: now + waitMs(now - (run.renderedAt ?? now)) }
}

/** Returns columns for the first unavailable printer and since when; the run returns to that printer. */
const firstUnavailable = (run: RunRow, now: number): Partial<RunRow> => {
  const awayPrinterId = run.awayPrinterId ?? printerIdOf(run)
  return {
    awayPrinterId,
    awaySince: run.awaySince ?? now,
    givenPrinterId: givenTo(run, { id: awayPrinterId }),
  }
}

/** Returns how long to wait: as long as the run has waited, between ten seconds and a minute. */
const waitMs = (waitedMs: number): number => Math.min(Math.max(waitedMs, 10 * secondMs), minuteMs)

const stop = async (
  { transact, now, services }: JobContext<'runs.handOver'>,
  run: RunRow,
): Promise<undefined> => {
  services.log.error('hand-over uncertain', { run: run.id })
  await transact(async ({ rows }) => {
    await rows.runs.update(
      run,
      run.id,
      {
        uncertain: true,
        reason:
          'It is not known whether the printer has this run. Ask the printer, then report the answer. Until then nothing is printed again.',
        revision: run.revision + 1,
        updatedAt: now,
      },
      { status: 'HANDING_OVER' },
    )
  })
  return undefined
}

/**
 * Keeps the intent, so that the next attempt asks the printer first. After `attemptsBeforeFailed` the run
 * stops: FAILED if the printer certainly has nothing, uncertain otherwise.
 */
const afterError = async (
  context: JobContext<'runs.handOver'>,
  run: RunRow,
  error: unknown,
): Promise<undefined> => {
  const { services, job, now, transact } = context
  const message = error instanceof Error ? error.message : String(error)
  const last = job.attempts + 1 >= attemptsBeforeFailed
  if (!last) {
    await transact(async ({ rows }) => {
      const reason = `${message} It is tried again.`
      await rows.runs.update(run, run.id, { reason, updatedAt: now }, { status: 'HANDING_OVER' })
    })
    throw error
  }
  const found = await services.printerDesk
    .of(run)
    .then((partner) => partner.find(run.id))
    .catch(() => 'uncertain' as const)
  if (found !== 'absent') return stop(context, run)
  await transact(async (transaction) => {
    const current = await transaction.rows.runs.get(run, run.id)
    if (current?.status === 'HANDING_OVER') {
      await moveRun(transaction, current, 'FAILED', now, { reason: message })
    }
  })
  return undefined
}

import type { Recipient } from '../../../address/schema.ts'
import { type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { LeaseLost } from '../../../engine/jobs/runner.ts'
import type { Services } from '../../../engine/services.ts'
import { type LiveFinding, type RunRow, runLifecycle } from '../../../model/runs.ts'
import type { HandOver } from '../../../ports/print-partner.ts'
import { JournalFailed } from '../../../ports/print-partner.ts'
import type { Rows } from '../../../ports/store.ts'
import { type Mailing, mailingKey, mailingOf } from '../../items/mailing.ts'
import { liveFindings, senderOf } from '../../items/ready-for-live.ts'
import { returnAddressFor } from '../../items/validate.ts'
import type { RunPrinter } from '../../printers/default-printer.ts'
import { storeHealthOf } from '../../printers/health.ts'
import { specificationAt } from '../../products/specifications.ts'
import { runLimits } from '../limits.ts'
import { moveRun } from '../run.ts'

export interface Readiness {
  findings: LiveFinding[]
  /** Whether its pages show another server URL or sender than pages rendered now would. */
  isOutdated: boolean
}

/** A test run is always ready. Reads a few rows for each mailing in the run. */
export const readinessOf = async (
  { config }: Pick<Services, 'config'>,
  rows: Rows,
  { organisationId, mode, drawn }: Pick<RunRow, 'organisationId' | 'mode' | 'drawn'>,
): Promise<Readiness> => {
  const readiness: Readiness = { findings: [], isOutdated: false }
  if (mode === 'test') return readiness
  const known = new Map<string, { mailing: Mailing; returnAddress: Recipient | undefined } | undefined>()
  for (const pages of drawn) {
    const key = mailingKey(pages)
    if (!known.has(key)) {
      const mailing = await mailingOf(rows, { organisationId, mode }, pages)
      const returnAddress = await returnAddressFor(rows, organisationId, mailing?.returnAddressId ?? null)
      known.set(key, mailing && { mailing, returnAddress })
    }
    const now = known.get(key)
    if (!now) continue
    readiness.isOutdated ||= pages.baseUrl !== config.baseUrl || pages.sender !== senderOf(now.returnAddress)
    readiness.findings.push(...liveFindings(config, { ...pages, ...now }))
  }
  readiness.findings.splice(runLimits.findings)
  return readiness
}

/** Asks a printer. Stores the error of a failed query as the printer's health, then throws it. */
export const queryPrinter = async <T>(
  { services, transact }: Pick<JobContext, 'services' | 'transact'>,
  run: Pick<RunRow, 'mode'> & RunPrinter,
  question: () => Promise<T>,
): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    // A failed write of the journal says nothing about the printer.
    if (error instanceof JournalFailed) throw error
    const detail = error instanceof Error ? error.message : String(error)
    await transact(({ rows }) => storeHealthOf(rows, run, { ok: false, detail }, services.clock.now()))
    throw error
  }
}

/** The sheet as it was rendered, regardless of the current specification. */
export const handedSheet = (services: Services, run: RunRow): Promise<NonNullable<HandOver['sheet']>> =>
  services.store.read(async (rows) => {
    const { sheet } = await specificationAt(services, rows, run.specificationId, run.specificationVersion)
    return { plex: sheet.plex, w: sheet.trim.w, h: sheet.trim.h }
  })

/** Retries take about ten minutes with back-off. */
export const attemptsBeforeFailed = 6

/** Records an error on the run and retries with back-off; after `attemptsBeforeFailed` the run is FAILED. */
export const failAfterRetries = async (
  context: JobContext<'runs.render'>,
  step: () => Promise<{ resumeAt: number } | undefined>,
): Promise<{ resumeAt: number } | undefined> => {
  try {
    return await step()
  } catch (error) {
    // Another process works on the run and records its own errors.
    if (error instanceof LeaseLost) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const failed = await note(context, reason, context.job.attempts + 1 >= attemptsBeforeFailed)
    if (!failed) throw error
    context.services.log.error('run failed', {
      run: context.args.runId,
      kind: context.job.kind,
      error,
    })
    return undefined
  }
}

const note = (
  { job, args, now, transact }: JobContext<'runs.render'>,
  reason: string,
  last: boolean,
): Promise<boolean> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
    if (!run || runLifecycle.isEnd(run.status)) return true
    if (last && runLifecycle.allows(run.status, 'FAILED')) {
      await moveRun(transaction, run, 'FAILED', now, { reason })
      return true
    }
    await transaction.rows.runs.update(run, run.id, {
      reason: `${reason} It is tried again.`,
      updatedAt: now,
    })
    return false
  })

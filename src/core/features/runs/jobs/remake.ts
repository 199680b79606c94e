import { isStillPermitted, permissionWithdrawn } from '../../../engine/access/authority.ts'
import type { Transaction } from '../../../engine/context.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { LeaseLost } from '../../../engine/jobs/runner.ts'
import { minuteMs } from '../../../kernel/time.ts'
import type { RunRemakeRow, RunRow } from '../../../model/runs.ts'
import type { WritableRows } from '../../../ports/store.ts'
import { accepted, storeHealthOf } from '../../printers/health.ts'
import { isExempt } from '../../printers/printing-hold.ts'
import { attemptsBeforeFailed, handedSheet, queryPrinter } from '../printing/hand-over.ts'
import { withRemakePackage } from '../remakes/package.ts'
import { finishRemake, moveRemake, type Obstacle, obstacleOf, waitReasons } from '../remakes/remake.ts'
import { isConfirmedAbsent } from '../run.ts'

interface Begun {
  run: RunRow
  remake: RunRemakeRow
  resumed: boolean
  confirmedAbsent: boolean
}

/** Hands a remake over exactly once, with the same steps as a run (`handOverJob`). */
export const remakeJob = defineJob({
  kind: 'runs.remake',
  async handler(context) {
    if (!(await isStillPermitted(context.services, context.job))) await withdraw(context)
    const begun = await begin(context)
    if (begun === 'held') return { resumeAt: context.now + minuteMs }
    if (!begun) return undefined
    try {
      return await deliver(context, begun)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      return afterError(context, begun, error)
    }
  },
})

/** Fails a waiting remake. One that is being handed over continues, because it may be printed. */
const withdraw = ({ job, args, now, transact }: JobContext<'runs.remake'>): Promise<void> =>
  transact(async ({ rows }) => {
    const remake = await rows.runRemakes.get(organisationOf(job), args.remakeId)
    if (remake?.status !== 'WAITING') return
    await moveRemake(rows, remake, 'FAILED', now, {
      failureCode: permissionWithdrawn,
      waitReason:
        'The caller who requested it no longer has the permission for runs. Hand it over to print it.',
    })
  })

const begin = ({
  job,
  args,
  now,
  transact,
}: JobContext<'runs.remake'>): Promise<Begun | 'held' | undefined> =>
  transact(async ({ rows }) => {
    const remake = await rows.runRemakes.get(organisationOf(job), args.remakeId)
    const run = remake && (await rows.runs.get(remake, remake.runId))
    if (!remake || !run) return undefined
    if (remake.status === 'HANDING_OVER') {
      return remake.uncertain ? undefined : { run, remake, resumed: true, confirmedAbsent: false }
    }
    if (remake.status !== 'WAITING') return undefined
    const obstacle = await obstacleOf(rows, run, remake)
    if (obstacle) return keepWaiting(rows, remake, obstacle, now)
    const confirmedAbsent = isConfirmedAbsent(args) || (await isExempt(rows, remake))
    const moved = await moveRemake(rows, remake, 'HANDING_OVER', now)
    return { run, remake: moved, resumed: false, confirmedAbsent }
  })

const keepWaiting = async (
  rows: WritableRows,
  remake: RunRemakeRow,
  { status, waitReason }: Obstacle,
  now: number,
): Promise<'held' | undefined> => {
  if (remake.status !== status) await moveRemake(rows, remake, status, now, { waitReason })
  else if (remake.waitReason !== waitReason)
    await rows.runRemakes.update(remake, remake.id, { waitReason, updatedAt: now })
  return status === 'WAITING' ? 'held' : undefined
}

/** False if the run has progressed, a piece has left production, or the remake must wait again. */
const isStillWanted = ({ transact, now }: JobContext<'runs.remake'>, begun: RunRemakeRow): Promise<boolean> =>
  transact(async ({ rows }) => {
    const remake = await rows.runRemakes.get(begun, begun.id)
    if (remake?.status !== 'HANDING_OVER') return false
    const run = (await rows.runs.get(remake, remake.runId))!
    const obstacle = await obstacleOf(rows, run, remake)
    if (obstacle) await keepWaiting(rows, remake, obstacle, now)
    return obstacle === undefined
  })

const deliver = async (
  context: JobContext<'runs.remake'>,
  { run, remake, resumed, confirmedAbsent }: Begun,
): Promise<{ resumeAt: number } | undefined> => {
  const { services, job, now } = context
  const partner = await services.printerDesk.of(run)
  if (resumed) {
    const found = await queryPrinter(context, run, () => partner.find(remake.id))
    if (found === 'uncertain') return stop(context, remake)
    if (found === 'delivered') return finish(context, remake, null)
    // Starts from the beginning at the next attempt, where it waits.
    if (!(await isStillWanted(context, remake))) return { resumeAt: now + minuteMs }
  }
  const sheet = await handedSheet(services, run)
  const alive = () => context.extend()
  const result = await withRemakePackage(
    services,
    run,
    remake,
    job.leaseToken ?? job.id,
    (files) =>
      partner.handOver({
        runId: remake.id,
        organisationId: run.organisationId,
        confirmedAbsent,
        sheet,
        files,
      }),
    alive,
  )
  if (result.outcome === 'delivered') return finish(context, remake, result.reference)
  await current(context, remake, async ({ rows }, row) => {
    await moveRemake(rows, row, 'WAITING', now, {
      waitReason: waitReasons.printerAway(result.reason),
    })
    await storeHealthOf(rows, run, { ok: false, detail: result.reason }, services.clock.now())
  })
  return { resumeAt: now + minuteMs }
}

/** Runs the callback in a transaction if the remake is still being handed over. */
const current = (
  { transact }: JobContext<'runs.remake'>,
  begun: RunRemakeRow,
  body: (transaction: Transaction, remake: RunRemakeRow) => Promise<unknown>,
): Promise<void> =>
  transact(async (transaction) => {
    const row = await transaction.rows.runRemakes.get(begun, begun.id)
    if (row?.status === 'HANDING_OVER') await body(transaction, row)
  })

const finish = async (
  context: JobContext<'runs.remake'>,
  remake: RunRemakeRow,
  reference: string | null,
): Promise<undefined> => {
  await current(context, remake, async (transaction, row) => {
    const run = (await transaction.rows.runs.get(row, row.runId))!
    await finishRemake(context.services, transaction, run, row, context.now, reference)
    await storeHealthOf(transaction.rows, run, accepted, context.services.clock.now())
  })
}

const stop = async (context: JobContext<'runs.remake'>, remake: RunRemakeRow): Promise<undefined> => {
  context.services.log.error('hand-over of a remake uncertain', { run: remake.runId, number: remake.number })
  await current(context, remake, ({ rows }, { revision }) =>
    rows.runRemakes.update(remake, remake.id, {
      uncertain: true,
      waitReason:
        'It is not known whether the printer has this remake. Ask the printer, then report the answer. Until then it is not printed again.',
      revision: revision + 1,
      updatedAt: context.now,
    }),
  )
}

/** Throws to retry; the next attempt asks the printer first. At the last one: FAILED or uncertain. */
const afterError = async (
  context: JobContext<'runs.remake'>,
  { run, remake }: Begun,
  error: unknown,
): Promise<undefined> => {
  const { services, job, now } = context
  const message = error instanceof Error ? error.message : String(error)
  if (job.attempts + 1 < attemptsBeforeFailed) {
    await current(context, remake, ({ rows }) =>
      rows.runRemakes.update(remake, remake.id, {
        waitReason: waitReasons.triedAgain(message),
        updatedAt: now,
      }),
    )
    throw error
  }
  const found = await services.printerDesk
    .of(run)
    .then((partner) => partner.find(remake.id))
    .catch(() => 'uncertain' as const)
  if (found !== 'absent') return stop(context, remake)
  await current(context, remake, ({ rows }, row) =>
    moveRemake(rows, row, 'FAILED', now, { waitReason: message }),
  )
}

import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import type { ItemStatus } from '../../../model/items.ts'
import { inChunks, ofRun } from '../../items/chunks.ts'
import { moveItem } from '../../items/move.ts'
import { attachToRun } from '../../items/scheduling.ts'
import { complete, offerToCarrier } from '../printing/progress.ts'
import { runBlob } from '../rendering/blobs.ts'

/** Schedules READY items that have no run because their organisation was suspended. */
export const attachReadyItems = defineJob({
  kind: 'runs.attachReady',
  async handler(context) {
    const { organisationId, mode } = context.job
    if (organisationId === null || mode === null) throw new Error('The job names no organisation and mode.')
    await inChunks(context, organisationId, { organisationId, mode, status: 'READY' }, attachToRun)
    return undefined
  },
})

/** Removes the pages of a cancelled run, because its items are printed with another run. */
export const cleanRun = defineJob({
  kind: 'runs.clean',
  async handler({ services, job, args, transact }) {
    const runId = args.runId
    const run = await services.store.read((rows) => rows.runs.get(organisationOf(job), runId))
    if (run?.status !== 'CANCELLED') return undefined
    for await (const key of services.blobs.list(runBlob(runId, ''))) await services.blobs.remove(key)
    await transact(({ rows }) => rows.runs.update(run, runId, { parts: [] }))
    return undefined
  },
})

export const runComplete = defineJob({
  kind: 'runs.complete',
  async handler({ job, args, now, transact }) {
    await transact(async (transaction) => {
      const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
      if (run?.status === 'HANDED_TO_CARRIER') await complete(transaction, run, now)
    })
    return undefined
  },
})

const statusOrder: readonly ItemStatus[] = ['SCHEDULED', 'IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED']

/** Moves a run's items to a status through every one in between, so that each event is emitted. */
export const moveRunItems = defineJob({
  kind: 'runs.moveItems',
  async handler(context) {
    const { runId, to } = context.args
    const run = await context.services.store.read((rows) =>
      rows.runs.get(organisationOf(context.job), String(runId)),
    )
    const goal = statusOrder.indexOf(to as ItemStatus)
    if (!run || goal < 1) return undefined
    await inChunks(
      context,
      run.organisationId,
      ofRun(run.id, statusOrder.slice(0, goal)),
      async (move, item) => {
        let moved = item
        const from = statusOrder.indexOf(item.status)
        for (const status of statusOrder.slice(from + 1, goal + 1)) moved = moveItem(move, moved, status)
        return moved
      },
    )
    return undefined
  },
})

/** Hands a run to the carrier in test mode. In live mode the printer or an operator reports that. */
export const runOfferToCarrier = defineJob({
  kind: 'runs.offerToCarrier',
  async handler({ services, job, args, now, transact }) {
    await transact(async (transaction) => {
      const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
      if (run?.status === 'HANDED_TO_PRINTER') await offerToCarrier(services, transaction, run, now)
    })
    return undefined
  },
})

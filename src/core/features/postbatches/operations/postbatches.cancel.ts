import type { ModeScope } from '../../../engine/caller.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import { postbatchLifecycle } from '../../../model/postbatches-lifecycle.ts'
import type { Rows } from '../../../ports/store.ts'
import { totalsOf } from '../../counters/postbatch-totals.ts'
import { moveItemsJob } from '../items.ts'
import { releaseReservation } from '../money.ts'
import { movePostbatch, postbatchById, postbatchToWire } from '../postbatch.ts'
import { postbatchParams, postbatchSchema } from '../schema.ts'
import { countAgainForOthers } from '../sent-before.ts'
import { postbatchProblems } from '../sentences.ts'

export const cancelPostbatch = defineOperation({
  id: 'postbatches.cancel',
  method: 'POST',
  path: '/postbatches/{id}/cancel',
  summary: 'Cancel a Postbatch',
  description:
    'Until the cutoff of its run (`cancellableUntil`), to the millisecond. What was reserved is released; its items are CANCELLED by a job, and none of them is printed.',
  permission: 'postflows.write',
  readsItems: 'internal',
  effect: 'write',
  params: postbatchParams,
  output: postbatchSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['postbatch.cancelled', 'item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope, organisation, work, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    postbatchLifecycle.assert(postbatch.status, 'CANCELLED')
    await assertBeforeCutoff(rows, scope, postbatch, now)
    await releaseReservation(context, organisation, postbatch, { toItems: false }, now)
    const nothing = { reservedCents: 0, takenCents: 0 }
    const cancelled = await movePostbatch(context, postbatch, 'CANCELLED', now, nothing)
    work.enqueue(moveItemsJob(cancelled, now))
    if (cancelled.approvedAt !== null) await countAgainForOthers(context, cancelled, now)
    return postbatchToWire(context, cancelled)
  },
})

/** Throws 409 from the cutoff *time* on, even where the job of the cutoff has not run yet. */
const assertBeforeCutoff = async (
  rows: Rows,
  scope: ModeScope,
  postbatch: PostbatchRow,
  now: number,
): Promise<void> => {
  const totals = await totalsOf(rows, postbatch, [postbatch.id])
  const runIds = new Set(
    totals.flatMap(({ status, runId }) => (status === 'SCHEDULED' && runId ? [runId] : [])),
  )
  for (const id of runIds) {
    const run = await rows.runs.get(scope, id)
    if (!run || (run.status === 'OPEN' && now < run.cutoffAt)) continue
    throw problem(
      postbatchProblems.say('invalid_state.run_closed', {
        status: postbatch.status,
        time: toDateTime(run.cutoffAt),
      }),
    )
  }
}

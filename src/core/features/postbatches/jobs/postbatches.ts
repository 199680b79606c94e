import {
  isStillPermitted,
  PermissionWithdrawn,
  permissionWithdrawn,
} from '../../../engine/access/authority.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { gt, oneOf, type Where } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { OrganisationRow } from '../../../model/organisations.ts'
import { openStatuses, type PostbatchRow } from '../../../model/postbatches.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { inChunks, inWholeChunks, itemsPerChunk, readMoveContext } from '../../items/chunks.ts'
import { checkItems, createEach } from '../../items/create.ts'
import { applyCorrections } from '../correct-salutations.ts'
import { isCopied, itemFor } from '../draft.ts'
import { cancellable, cancelWithPostbatch, forgetJob, releaseItems, sendable } from '../items.ts'
import { releaseReservation } from '../money.ts'
import { advancePostbatch } from '../progress.ts'
import { countSentBefore } from '../sent-before.ts'

/** A running copy, and the next items of its original. */
interface Step {
  copy: PostbatchRow
  original: PostbatchRow | undefined
  organisation: OrganisationRow
  items: ItemRow[]
}

/**
 * Copies the recipients of a Postbatch into its copy. The items and progress of a chunk are saved in one
 * transaction, so that no recipient is copied twice.
 */
export const copyPostbatchItems = defineJob({
  kind: 'postbatches.copyItems',
  async handler(context) {
    const id = context.args.postbatchId
    for (;;) {
      const step = await context.services.store.read((rows) =>
        nextStep(rows, organisationOf(context.job), id),
      )
      if (!step) return undefined
      if (!(await isStillPermitted(context.services, context.job))) {
        await stopCopy(context, step.copy)
        throw new PermissionWithdrawn()
      }
      await copyChunk(context, step)
      if (step.items.length < itemsPerChunk) return undefined
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
  },
})

/** Stops copying. Copied items stay in the draft, which can't be validated. */
const stopCopy = ({ transact }: JobContext, { id, organisationId, mode }: PostbatchRow): Promise<void> =>
  transact(async ({ rows, work }) => {
    const scope = { organisationId, mode }
    await rows.postbatches.update(scope, id, { copyFailureCode: permissionWithdrawn })
    work.hint({ of: 'import', ...scope })
  })

const nextStep = async (
  rows: Rows,
  own: { organisationId: string },
  id: string,
): Promise<Step | undefined> => {
  const copy = await rows.postbatches.get(own, id)
  if (!copy?.copyOf || copy.copiedUntil === null) return undefined
  const { copyOf, copiedUntil, organisationId } = copy
  const after: Where<ItemRow> = [{ postbatchId: copyOf }, { id: gt(copiedUntil) }]
  return {
    copy,
    original: await rows.postbatches.get(own, copyOf),
    organisation: (await rows.organisations.get(everyone, organisationId))!,
    items: await rows.items.find(own, after, { order: [{ field: 'id' }], limit: itemsPerChunk }),
  }
}

const copyChunk = async (
  { services, now, transact }: JobContext<'postbatches.copyItems'>,
  { copy, original, organisation, items }: Step,
): Promise<void> => {
  const scope = { organisationId: copy.organisationId, mode: copy.mode }
  const good = items.filter((item) => isCopied(item, original))
  const checked = await checkItems(
    { services, scope, organisation },
    good.map((item) => itemFor(copy, item)),
  )
  await transact(async ({ rows, work }) => {
    const present = await rows.postbatches.get(scope, copy.id)
    if (present?.copiedUntil !== copy.copiedUntil) return
    if (!openStatuses.includes(present.status)) {
      await rows.postbatches.update(scope, copy.id, { copiedUntil: null })
      return
    }
    // A recipient may have been erased while its item was checked.
    const still = await rows.items.find(
      { organisationId: copy.organisationId },
      { id: oneOf(good.map(({ id }) => id)) },
    )
    const known = new Set(still.filter((item) => isCopied(item, original)).map(({ id }) => id))
    const kept = checked.filter((_, index) => known.has(good[index]!.id))
    await createEach({ services, rows, work, scope, organisation, now }, kept, { refuseBad: false })
    await rows.postbatches.update(scope, copy.id, {
      copiedUntil: items.length < itemsPerChunk ? null : items.at(-1)!.id,
      copyLeftOut: (present.copyLeftOut ?? 0) + items.length - kept.length,
    })
    work.hint({ of: 'import', ...scope })
  })
}

/**
 * Adapts a Postbatch's items to its present status, one transaction per chunk. If it was approved and
 * cancelled before this job ran, nothing is sent.
 */
export const movePostbatchItems = defineJob({
  kind: 'postbatches.moveItems',
  async handler(context) {
    const postbatchId = context.args.postbatchId
    const postbatch = await context.services.store.read((rows) =>
      rows.postbatches.get(organisationOf(context.job), postbatchId),
    )
    if (!postbatch || postbatch.status === 'CANCELLED') await cancelItems(context, postbatchId)
    else if (postbatch.approvedAt !== null) await letItemsGo(context, postbatch)
    return undefined
  },
})

const cancelItems = async (
  context: JobContext<'postbatches.moveItems'>,
  postbatchId: string,
): Promise<void> => {
  const ofJob = organisationOf(context.job)
  await inChunks(context, ofJob.organisationId, cancellable(postbatchId), async (move, item) =>
    cancelWithPostbatch(move, item, await move.transaction.rows.postbatches.get(ofJob, postbatchId)),
  )
  await context.transact(async ({ rows, work }) => {
    if (await rows.postbatches.get(ofJob, postbatchId)) return
    const own = { postbatchId }
    await rows.postbatchTotals.remove(ofJob, own)
    // The bad rows of their imports contain addresses that are no longer needed.
    for (const row of await rows.imports.find(ofJob, own)) {
      work.enqueue({ ...forgetJob(row, 0), dueAt: context.services.clock.now() })
    }
    await rows.imports.remove(ofJob, own)
  })
}

const letItemsGo = async (
  context: JobContext<'postbatches.moveItems'>,
  { id, organisationId }: PostbatchRow,
): Promise<void> => {
  await inWholeChunks(context, organisationId, sendable(id), async (move, items) => {
    const postbatch = await stillApproved(move.transaction.rows, { organisationId }, id)
    return postbatch ? releaseItems(move, postbatch, items) : []
  })
  await context.transact(async (transaction) => {
    const postbatch = await stillApproved(transaction.rows, { organisationId }, id)
    if (!postbatch) return
    // Releases money reserved for items that were cancelled between approval and this job, or became cheaper.
    const { organisation } = await readMoveContext(context.services, transaction, organisationId, context.now)
    await releaseReservation(transaction, organisation, postbatch, { toItems: false }, context.now)
    await advancePostbatch(transaction, postbatch, id, context.now)
  })
}

/**
 * Returns the Postbatch while it is approved. After a cancellation, another job cancels the remaining items.
 */
const stillApproved = async (
  rows: Rows,
  own: { organisationId: string },
  id: string,
): Promise<PostbatchRow | undefined> => {
  const postbatch = await rows.postbatches.get(own, id)
  return postbatch?.approvedAt !== null && postbatch?.status !== 'CANCELLED' ? postbatch : undefined
}

/**
 * Delay before checking a validation again that a server of an earlier version started despite waiting
 * corrections.
 */
const waitMs = 10_000

/**
 * Writes corrected salutations into the items of a Postbatch. A restarted job continues after the corrected
 * items.
 */
export const correctPostbatchSalutations = defineJob({
  kind: 'postbatches.correctSalutations',
  async handler(context) {
    for (;;) {
      const left = await applyCorrections(context, context.args.postbatchId)
      if (left === 'none') return undefined
      if (left === 'waiting') return { resumeAt: context.now + waitMs }
    }
  },
})

/**
 * Counts again how many pieces of a validated Postbatch go to recipients of another piece of its template,
 * after another mailing was approved or cancelled. Stores the count without a new revision.
 */
export const countPostbatchSentBefore = defineJob({
  kind: 'postbatches.countSentBefore',
  async handler(context) {
    const own = organisationOf(context.job)
    const id = context.args.postbatchId
    const postbatch = await context.services.store.read((rows) => waiting(rows, own, id))
    if (!postbatch) return undefined
    const { sentBefore } = await countSentBefore(context, postbatch)
    await context.transact(async ({ rows }) => {
      const present = await waiting(rows, own, id)
      if (present?.revision !== postbatch.revision) return
      await rows.postbatches.update(present, id, { sentBefore })
    })
    return undefined
  },
})

const waiting = async (
  rows: Rows,
  own: { organisationId: string },
  id: string,
): Promise<PostbatchRow | undefined> => {
  const postbatch = await rows.postbatches.get(own, id)
  return postbatch?.status === 'VALIDATED' ? postbatch : undefined
}

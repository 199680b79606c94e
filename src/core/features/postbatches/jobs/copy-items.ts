import {
  isStillPermitted,
  PermissionWithdrawn,
  permissionWithdrawn,
} from '../../../engine/access/authority.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { gt, oneOf, type Where } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { OrganisationRow } from '../../../model/organisations.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import { openStatuses } from '../../../model/postbatches.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { itemsPerChunk } from '../../items/chunks.ts'
import { checkItems, createEach } from '../../items/create.ts'
import { isCopied, itemFor } from '../copy.ts'

/** A copy that is under way, and the next items of its original. */
interface Step {
  copy: PostbatchRow
  original: PostbatchRow | undefined
  organisation: OrganisationRow
  items: ItemRow[]
}

/**
 * Copies the recipients of a Postbatch into the one that was made from it. The items of each chunk and how far
 * the copy has come are one transaction, so that no recipient is copied twice.
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

/** What was copied stays in the draft, which is not validated. */
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
    // A person may have been erased while their item was checked.
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

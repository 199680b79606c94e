import { defineJob } from '../../../engine/jobs/job.ts'
import type { ListQuery } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import { readMoveContext } from '../../items/chunks.ts'
import type { MoveContext } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { resettleItem } from '../../items/settle.ts'
import { heldForCap, spending } from '../../ledger/spending.ts'

/** Items that one transaction handles. */
const chunkSize = 100

/** How far a release has come. */
interface Progress {
  /** The last item that was looked at. */
  after: ListQuery<ItemRow>['after']
  /** Lines of keys whose cap does not cover the oldest of their items: newer ones do not overtake it. */
  blocked: Set<string>
  isDone: boolean
}

/**
 * Settles items that wait for a spending cap, after one was raised or removed, something was given back, or a new
 * month began. It goes from the oldest and stops at the first that the organisation's cap does not cover; the cap
 * of a key stops the items of this key only.
 */
export const releaseCappedJob = defineJob({
  kind: 'billing.releaseCapped',
  async handler({ services, job, transact, extend }) {
    let progress: Progress = { after: undefined, blocked: new Set(), isDone: false }
    while (!progress.isDone) {
      const reached = progress
      progress = await transact(async (transaction) =>
        releaseChunk(
          await readMoveContext(services, transaction, job.organisationId!, services.clock.now()),
          reached,
        ),
      )
      await extend()
    }
    return undefined
  },
})

const releaseChunk = async (
  context: MoveContext,
  { after, blocked: before }: Progress,
): Promise<Progress> => {
  const { rows } = context.transaction
  const scope = { organisationId: context.organisation.id, mode: 'live' as const }
  const { rows: held } = await rows.items.list(scope, {
    where: heldForCap,
    sort: [{ field: 'createdAt', descending: false }],
    ...(after && { after }),
    limit: chunkSize,
    total: false,
  })
  const blocked = new Set(before)
  for (const item of held) {
    if (item.apiKeyId !== null && blocked.has(item.apiKeyId)) continue
    const settled = await resettleItem(context, item)
    if (settled) {
      await saveItem(rows, settled)
      continue
    }
    const refusal = await refusalOf(context, item)
    if (refusal?.apiKeyId === null) return { after, blocked, isDone: true }
    if (refusal) blocked.add(refusal.apiKeyId!)
  }
  const last = held.at(-1)
  if (!last || held.length < chunkSize) return { after, blocked, isDone: true }
  return { after: { values: [last.createdAt], id: last.id }, blocked, isDone: false }
}

/** Why an item stays: a cap; undefined where its mailing is gone, and it is cancelled elsewhere. */
const refusalOf = ({ transaction, organisation, now }: MoveContext, item: ItemRow) =>
  transaction.work
    .of(spending)
    .refusal(
      transaction.rows,
      organisation,
      { amountCents: item.priceCents, keyId: item.apiKeyId, currency: item.currency },
      now,
    )

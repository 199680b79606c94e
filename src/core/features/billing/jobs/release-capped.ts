import { defineJob } from '../../../engine/jobs/job.ts'
import type { ListQuery } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import { readMoveContext } from '../../items/chunks.ts'
import type { MoveContext } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { resettleItem } from '../../items/settle.ts'
import { heldForCap, spending } from '../../ledger/spending.ts'

const chunkSize = 100

interface Progress {
  after: ListQuery<ItemRow>['after']
  /** Ids of key lines whose cap does not cover their oldest item, so that newer ones don't overtake it. */
  blocked: Set<string>
  isDone: boolean
}

/**
 * Releases held items after a cap was raised or removed, money was released, or a month began. Stops at the
 * oldest item that the organisation's cap does not cover; a key's cap stops only items of that key.
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

/** Returns the cap that holds the item; undefined if its mailing is gone, and it is cancelled elsewhere. */
const refusalOf = ({ transaction, organisation, now }: MoveContext, item: ItemRow) =>
  transaction.work
    .of(spending)
    .refusal(
      transaction.rows,
      organisation,
      { amountCents: item.priceCents, keyId: item.apiKeyId, currency: item.currency },
      now,
    )

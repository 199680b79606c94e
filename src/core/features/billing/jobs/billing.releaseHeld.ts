import { defineJob } from '../../../engine/jobs/job.ts'
import { readMoveContext } from '../../items/chunks.ts'
import type { MoveContext } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { resettleItem } from '../../items/settle.ts'
import { heldForFunds } from '../../ledger/ledger.ts'

/** Items that one transaction handles. */
const chunkSize = 100

/**
 * Settles items that wait for funds, after a top-up or a release of money. It goes from the oldest and stops
 * at the first that cannot be paid: otherwise cheaper, newer items would overtake it again and again.
 */
export const releaseHeldJob = defineJob({
  kind: 'billing.releaseHeld',
  async handler({ services, job, transact, extend }) {
    const organisationId = job.organisationId!
    for (;;) {
      const released = await transact(async (transaction) =>
        releaseChunk(await readMoveContext(services, transaction, organisationId, services.clock.now())),
      )
      if (released < chunkSize) return undefined
      await extend()
    }
  },
})

const releaseChunk = async (context: MoveContext): Promise<number> => {
  const { rows } = context.transaction
  const scope = { organisationId: context.organisation.id, mode: 'live' as const }
  const oldestFirst = [{ field: 'createdAt' as const }]
  const held = await rows.items.find(scope, heldForFunds, { order: oldestFirst, limit: chunkSize })
  let released = 0
  for (const item of held) {
    const settled = await resettleItem(context, item)
    if (!settled) break
    await saveItem(rows, settled)
    released++
  }
  return released
}

import type { WriteContext } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { ItemStatus } from '../../../model/items-lifecycle.ts'
import { itemById, itemFor } from '../../items/item.ts'
import { moveContext, moveItem } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { itemParams, itemSchema } from '../../items/schema.ts'
import { excludeItems } from '../../runs/exclude.ts'
import { countScan } from '../../tracking/scan.ts'
import { simulateInput } from '../schema.ts'

export const simulate = defineOperation({
  id: 'developers.simulate',
  method: 'POST',
  path: '/developers/simulate/items/{id}',
  summary: 'Pretend that something happened to a test item',
  description:
    'What printers, carriers and recipients do in live mode. The lifecycle holds: an item can only be returned after it was handed over.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  audience: 'test',
  effect: 'write',
  params: itemParams,
  body: simulateInput,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: [
    'item.returned',
    'item.not_sent',
    'item.failed',
    'item.handed_to_carrier',
    'item.completed',
    'qr.scanned',
  ],
  async handler(context, { params, body }) {
    const { services, rows, work, scope, organisation, now } = context
    const item = await itemById(rows, scope, params.id)
    const after =
      body.event === 'SCAN'
        ? await countScan(services, { rows, work }, organisation, item, now)
        : await moveByHand(context, item, body.event)
    return itemFor(context, after)
  },
})

const moveByHand = async (context: WriteContext, item: ItemRow, to: ItemStatus): Promise<ItemRow> => {
  const { rows, scope } = context
  const moves = moveContext(context)
  const run =
    to === 'FAILED' && item.status === 'SCHEDULED' ? await rows.runs.get(scope, item.runId!) : undefined
  // An item that fails before it is printed leaves its run, and no page of it may stay in the package.
  if (run && run.handedToPrinterAt === null) {
    await excludeItems(moves, run, [item.id], 'Simulated.')
    return itemById(rows, scope, item.id)
  }
  // After the hand-over the items of a run follow it in chunks, and this one may not have been moved yet.
  const produced = run ? moveItem(moves, item, 'IN_PRODUCTION') : item
  const moved = moveItem(moves, produced, to, { reason: 'Simulated.' })
  await saveItem(rows, moved)
  return moved
}

import type { WriteContext } from '../../context.ts'
import { itemById, itemToWire } from '../../items/item.ts'
import type { ItemStatus } from '../../items/lifecycle.ts'
import { moveItem } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { itemParams, itemSchema } from '../../items/schema.ts'
import type { ItemRow } from '../../items/store.ts'
import { defineOperation } from '../../operation.ts'
import { detachFromRun } from '../../runs/schedule.ts'
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
        : await move(context, item, body.event)
    return itemToWire(services, after)
  },
})

const move = async (context: WriteContext, item: ItemRow, to: ItemStatus): Promise<ItemRow> => {
  const { services, rows, work, organisation, now } = context
  const moving = { services, transaction: { rows, work }, organisation, now }
  const moved = moveItem(moving, item, to, {
    reason: 'Simulated.',
    // Only what fails before it is printed leaves its run; later ones stay part of it.
    ...(item.status === 'SCHEDULED' ? { patch: await detachFromRun(moving, item) } : {}),
  })
  await saveItem(rows, moved)
  return moved
}

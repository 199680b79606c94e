import { permissionWithdrawn } from '../../../engine/access/authority.ts'
import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertMayReprint } from '../../items/reprint-terms.ts'
import { eventsOfValidation } from '../../items/validate.ts'
import {
  assertMay,
  assertRoom,
  callerOf,
  itemActionById,
  itemActionJob,
  itemActionToWire,
} from '../item-action.ts'
import { itemActionParams, itemActionSchema } from '../schema.ts'
import { itemActionProblems } from '../sentences.ts'

export const restartItemAction = defineOperation({
  id: 'itemActions.restart',
  method: 'POST',
  path: '/item-actions/{id}/restart',
  summary: 'Do the rest of an item action whose caller lost the permission',
  description:
    'Only where `failureCode` is `permission_withdrawn`. It goes on where it ended, in the name of the caller who restarts it. Cancelling and reprinting need the scope `items.write`.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  effect: 'write',
  params: itemActionParams,
  output: itemActionSchema,
  status: 202,
  location: '/item-actions/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', ...eventsOfValidation, 'item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope, work, now, caller } = context
    const row = await itemActionById(rows, scope, params.id)
    assertMay(caller, row.action)
    assertMayReprint(caller, row.charge)
    if (row.failureCode !== permissionWithdrawn) {
      throw problem(itemActionProblems.say('invalid_state.action_not_restarted', { status: row.status }))
    }
    await assertRoom(rows, scope)
    const restarted = {
      status: 'PENDING' as const,
      failureCode: null,
      askedBy: actorThen(caller),
      apiKeyId: caller.lineId ?? null,
      updatedAt: now,
      completedAt: null,
    }
    await rows.itemActions.update(scope, row.id, restarted)
    const again = { ...row, ...restarted }
    work.enqueue(itemActionJob(again, now, callerOf(caller, again)))
    return itemActionToWire(context, again)
  },
})

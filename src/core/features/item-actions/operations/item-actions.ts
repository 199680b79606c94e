import { permissionWithdrawn } from '../../../engine/access/authority.ts'
import { recordedActor } from '../../../engine/audit/actor.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import {
  itemActionFailuresTable,
  itemActionKinds,
  itemActionLifecycle,
  itemActionStatuses,
  itemActionsTable,
} from '../../../model/item-actions.ts'
import { assertMayReprint } from '../../items/reprint.ts'
import { eventsOfValidation } from '../../items/validate.ts'
import { assertConsistent, assertExpected, assertMayFilter, chosenItems, contradictions } from '../chosen.ts'
import {
  assertMay,
  assertRoom,
  callerOf,
  chunksOf,
  itemActionById,
  itemActionJob,
  itemActionToWire,
  newItemAction,
} from '../item-action.ts'
import { itemActionFailureSchema, itemActionInput, itemActionParams, itemActionSchema } from '../schema.ts'
import { itemActionProblems } from '../sentences.ts'

export const listItemActions = defineOperation({
  id: 'itemActions.list',
  method: 'GET',
  path: '/item-actions',
  summary: 'List item actions',
  permission: 'items.read',
  effect: 'read',
  list: defineList(itemActionsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      action: { type: 'enum', values: itemActionKinds, operators: ['eq', 'in'] },
      status: { type: 'enum', values: itemActionStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(itemActionSchema),
  async handler(context, { list }) {
    const page = await context.rows.itemActions.list(context.scope, list)
    return toList(list, page, (row) => itemActionToWire(context, row))
  },
})

export const getItemAction = defineOperation({
  id: 'itemActions.get',
  method: 'GET',
  path: '/item-actions/{id}',
  summary: 'Get an item action',
  description: 'Its progress and result, for 30 days.',
  permission: 'items.read',
  effect: 'read',
  params: itemActionParams,
  output: itemActionSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return itemActionToWire(context, await itemActionById(context.rows, context.scope, params.id))
  },
})

export const createItemAction = defineOperation({
  id: 'itemActions.create',
  method: 'POST',
  path: '/item-actions',
  summary: 'Approve, reject, cancel or reprint many items',
  description:
    'Up to 10,000 items by id, or up to 1,000,000 by filters. If the filters match up to 10,000 items, the items are fixed now. More are gathered right after the answer, without those created since; if their number is then not the expected one, the action ends as `REFUSED` and nothing is done. Send `expectedFingerprint` with filters, or `revisions` with ids, to process items only as you have seen them. A job then processes them one by one, like the operation on a single item. An item that refuses is a failure (`itemActions.failures`) and doesn’t stop the others. Cancelling and reprinting need the scope `items.write`, and filters on the recipient, reference, billing group, tracking code or metadata need `items.read`. The events are those of the items.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  readsItems: 'internal',
  effect: 'write',
  body: itemActionInput,
  rules: ({ body }) => contradictions(body),
  output: itemActionSchema,
  status: 202,
  location: '/item-actions/{id}',
  errors: ['count_changed', 'invalid_state', 'revision_conflict'],
  emits: ['item.created', ...eventsOfValidation, 'item.cancelled'],
  async prepare({ services, scope, caller }, { body }) {
    assertConsistent(body)
    assertMayFilter(caller, body)
    return chosenItems(services, scope, body)
  },
  async handler(context, { body }, chosen) {
    const { rows, work, scope, caller } = context
    assertMay(caller, body.action)
    assertMayReprint(caller, body.charge ?? true)
    // Not checked in `prepare`, so that a repeated request gets its first answer.
    assertExpected(context, body, chosen)
    await assertRoom(rows, scope)
    const row = newItemAction(context, body, chosen)
    await rows.itemActions.insert(row)
    await rows.itemActionChunks.insertMany(chunksOf(row, chosen))
    work.enqueue(itemActionJob(row, context.now, callerOf(caller, row)))
    return itemActionToWire(context, row)
  },
})

export const cancelItemAction = defineOperation({
  id: 'itemActions.cancel',
  method: 'POST',
  path: '/item-actions/{id}/cancel',
  summary: 'Cancel an item action',
  description:
    'Remaining items don’t change; processed ones stay processed. Needs the scope `items.write` for cancelling and reprinting actions.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  effect: 'write',
  params: itemActionParams,
  output: itemActionSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params }) {
    const { rows, scope, now, caller } = context
    const row = await itemActionById(rows, scope, params.id)
    assertMay(caller, row.action)
    itemActionLifecycle.assert(row.status, 'CANCELLED')
    const stopped = { status: 'CANCELLED' as const, conditions: null, updatedAt: now, completedAt: now }
    // The job removes the remaining chunks: there may be thousands of rows.
    await rows.itemActions.update(scope, row.id, stopped)
    return itemActionToWire(context, { ...row, ...stopped })
  },
})

export const listItemActionFailures = defineOperation({
  id: 'itemActions.failures',
  method: 'GET',
  path: '/item-actions/{id}/failures',
  summary: 'List the failures of an item action',
  description: 'In order of the action, with the problem of each item; also while others wait.',
  permission: 'items.read',
  effect: 'read',
  params: itemActionParams,
  list: defineList(itemActionFailuresTable, {
    sort: { index: 'position' },
    defaultSort: 'index',
    filters: {},
  }),
  output: listOf(itemActionFailureSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const { id } = await itemActionById(rows, scope, params.id)
    const page = await rows.itemActionFailures.list(scope, {
      ...list,
      where: [{ itemActionId: id }, list.where],
    })
    return toList(list, page, ({ position, itemId, code, detail }) => ({
      index: position,
      itemId,
      code,
      detail,
    }))
  },
})

export const restartItemAction = defineOperation({
  id: 'itemActions.restart',
  method: 'POST',
  path: '/item-actions/{id}/restart',
  summary: 'Restart an item action',
  description:
    'Only if `failureCode` is `permission_withdrawn`. It continues where it stopped, on behalf of the caller who restarts it. Cancelling and reprinting need the scope `items.write`.',
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
      throw problem(itemActionProblems.sentence('invalid_state.action_not_restarted', { status: row.status }))
    }
    await assertRoom(rows, scope)
    const restarted = {
      status: 'PENDING' as const,
      failureCode: null,
      askedBy: recordedActor(caller),
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

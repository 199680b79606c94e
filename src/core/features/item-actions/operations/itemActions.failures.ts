import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { itemActionFailuresTable } from '../../../model/item-actions.ts'
import { itemActionById } from '../item-action.ts'
import { itemActionFailureSchema, itemActionParams } from '../schema.ts'

export const listItemActionFailures = defineOperation({
  id: 'itemActions.failures',
  method: 'GET',
  path: '/item-actions/{id}/failures',
  summary: 'List the items that refused an item action',
  description:
    'In the order of the action, with the problem that each of them answered; also while others wait.',
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

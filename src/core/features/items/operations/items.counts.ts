import { filtersOf } from '../../../engine/list/fields.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { countItems } from '../counts.ts'
import { itemCounts, itemSchema } from '../schema.ts'
import { itemList } from './items.list.ts'

export const getItemCounts = defineOperation({
  id: 'items.counts',
  method: 'GET',
  path: '/items/counts',
  summary: 'Count mail items by status',
  description:
    'Takes the filters of `items.list`. With none, or with Postflows, Postbatches and statuses only, the numbers come from the rollups and are exact; with any other filter at most 10,000 items are counted, the newest ones, and `isCapped` says when there may be more.',
  permission: 'items.read',
  effect: 'read',
  list: filtersOf(itemList, itemSchema),
  output: itemCounts,
  handler: ({ rows, scope }, { list }) => countItems(rows, scope, list.where),
})

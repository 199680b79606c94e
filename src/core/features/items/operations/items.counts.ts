import * as v from 'valibot'
import { filtersOf } from '../../../engine/list/fields.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import { countItems } from '../counts.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { itemCounts, itemSchema } from '../schema.ts'
import { itemList } from './items.list.ts'

export const getItemCounts = defineOperation({
  id: 'items.counts',
  method: 'GET',
  path: '/items/counts',
  summary: 'Count mail items by status',
  description:
    'Takes the filters of `items.list`. With none, or with Postflows, Postbatches, billing groups and statuses only, the numbers come from the rollups and are exact; with any other filter at most 10,000 items are counted, the newest ones, and `isCapped` says when there may be more. `exact=true` counts up to 1,000,000, which may take seconds, and answers the `fingerprint` of these items.',
  permission: 'items.read',
  effect: 'read',
  query: v.strictObject({
    exact: described(
      v.optional(v.picklist(['true', 'false'])),
      '`true` counts up to 1,000,000 items one by one, where only 10,000 would be, as before an `itemActions.create` by these filters.',
    ),
  }),
  list: filtersOf(itemList, itemSchema),
  output: itemCounts,
  async handler({ services, rows, scope }, { query, list: { where } }) {
    if (query.exact !== 'true')
      return { ...(await countItems(rows, scope, where, itemLimits.countedItems)), fingerprint: null }
    const most = services.config.itemsByFilters
    const [numbers, fingerprint] = await Promise.all([
      countItems(rows, scope, where, most),
      fingerprintOf(rows, scope, where, most),
    ])
    return { ...numbers, fingerprint: fingerprint ?? null }
  },
})

import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { itemById } from '../../items/item.ts'
import { itemParams } from '../../items/schema.ts'
import { scanToWire } from '../scan.ts'
import { scanSchema } from '../schema.ts'

export const listItemScans = defineOperation({
  id: 'items.scans',
  method: 'GET',
  path: '/items/{id}/scans',
  summary: 'List the scans of an item’s QR code',
  description:
    'Latest first unless `sort` says otherwise. Who scanned is not kept unless the organisation asks for it.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  list: {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: { createdAt: { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] } },
  },
  output: listOf(scanSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const item = await itemById(rows, scope, params.id)
    const where = [...list.where, { field: 'itemId', op: 'eq' as const, value: item.id }]
    return toList(list, await rows.scans.list(scope, { ...list, where }), scanToWire)
  },
})

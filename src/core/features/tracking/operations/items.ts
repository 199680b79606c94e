import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { scansTable } from '../../../model/tracking.ts'
import { itemById } from '../../items/item.ts'
import { itemParams } from '../../items/schema.ts'
import { scanSchema, scanToWire } from '../scan.ts'

export const listItemScans = defineOperation({
  id: 'items.scans',
  method: 'GET',
  path: '/items/{id}/scans',
  summary: 'List the scans of an item’s QR code',
  description:
    'The latest first by default. The network address is stored only if the organisation enables it.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  list: defineList(scansTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: { createdAt: periodFilter },
  }),
  output: listOf(scanSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const item = await itemById(rows, scope, params.id)
    const page = await rows.scans.list(scope, { ...list, where: [list.where, { itemId: item.id }] })
    return toList(list, page, scanToWire)
  },
})

import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { assetsTable } from '../../../model/assets.ts'
import { assetToWire } from '../asset.ts'
import { assetSchema } from '../schema.ts'

export const listAssets = defineOperation({
  id: 'uploads.assets',
  method: 'GET',
  path: '/assets',
  summary: 'List image assets',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(assetsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: '-createdAt',
    filters: {
      name: { type: 'text', operators: ['eq', 'contains'] },
      format: { type: 'enum', values: ['jpeg', 'png'], operators: ['eq', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(assetSchema),
  async handler({ rows, shared, services }, { list }) {
    const page = await rows.assets.list(shared, {
      ...list,
      where: [list.where, { status: 'ACTIVE', kind: 'IMAGE' }],
    })
    return toList(list, page, (row) => assetToWire(services, row))
  },
})

import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { oneOf } from '../../../kernel/query.ts'
import { assetFileKinds, assetsTable } from '../../../model/assets.ts'
import { assetFileToWire } from '../asset.ts'
import { assetFileSchema } from '../schema.ts'

export const listAssetFiles = defineOperation({
  id: 'uploads.assetFiles',
  method: 'GET',
  path: '/asset-files',
  summary: 'List uploaded PDFs, drawings and fonts',
  description: 'What templates use besides pictures, which `uploads.assets` lists.',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(assetsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: '-createdAt',
    filters: {
      kind: { type: 'enum', values: assetFileKinds, operators: ['eq', 'in'] },
      name: { type: 'text', operators: ['eq', 'contains'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(assetFileSchema),
  async handler({ rows, shared, services }, { list }) {
    const page = await rows.assets.list(shared, {
      ...list,
      where: [list.where, { status: 'ACTIVE', kind: oneOf([...assetFileKinds]) }],
    })
    return toList(list, page, (row) => assetFileToWire(services, row))
  },
})

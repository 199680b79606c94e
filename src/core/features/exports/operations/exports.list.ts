import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { exportKinds, exportsTable } from '../../../model/exports.ts'
import { exportStatuses } from '../../../model/exports-lifecycle.ts'
import { exportToWire } from '../export.ts'
import { exportSchema } from '../schema.ts'

export const listExports = defineOperation({
  id: 'exports.list',
  method: 'GET',
  path: '/exports',
  summary: 'List exports',
  permission: 'items.read',
  effect: 'read',
  list: defineList(exportsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      kind: { type: 'enum', values: exportKinds, operators: ['eq', 'in'] },
      status: { type: 'enum', values: exportStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(exportSchema),
  async handler(context, { list }) {
    const page = await context.rows.exports.list(context.scope, list)
    return toList(list, page, (row) => exportToWire(context, row))
  },
})

import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { suppressionImportStatuses, suppressionImportsTable } from '../../../model/suppressions-imports.ts'
import { failingJobs } from '../../lists/stall.ts'
import { importToWire, suppressionImportSchema } from '../import/schema.ts'

export const listSuppressionImports = defineOperation({
  id: 'suppressions.imports',
  method: 'GET',
  path: '/suppressions/imports',
  summary: 'List imports into the suppression list',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  list: defineList(suppressionImportsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: suppressionImportStatuses, operators: ['eq', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(suppressionImportSchema),
  async handler({ rows, scope }, { list }) {
    const [imports, jobs] = await Promise.all([
      rows.suppressionImports.list(scope, list),
      failingJobs(rows, scope.organisationId, 'suppressions'),
    ])
    return toList(list, imports, (row) => importToWire(row, jobs))
  },
})

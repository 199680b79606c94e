import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { isNotNull } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { importErrorsTable } from '../../../model/imports.ts'
import { importById } from '../import.ts'
import { importParams, leftOutRowSchema } from '../schema.ts'

export const listLeftOutRows = defineOperation({
  id: 'postbatches.leftOutRows',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/left-out-rows',
  summary: 'List the rows of an import that were left out by hand',
  description:
    'Bad rows that were sent to `POST …/mend` without any value, as they were before, with what was wrong. In the order of the file; kept for 30 days, while `leftOutCount` of the import stays.',
  permission: 'items.read',
  effect: 'read',
  params: importParams,
  list: defineList(importErrorsTable, { sort: { row: 'row' }, defaultSort: 'row', filters: {} }),
  output: listOf(leftOutRowSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const { id } = await importById(rows, scope, params.id, params.importId)
    const where = [{ importId: id, leftOutAt: isNotNull }, list.where]
    const page = await rows.importErrors.list(scope, { ...list, where })
    return toList(list, page, ({ row, cells, problems, leftOutAt }) => ({
      row,
      cells,
      problems,
      leftOutAt: toDateTime(leftOutAt!),
    }))
  },
})

import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { importErrorsTable } from '../../../model/imports.ts'
import { toMend } from '../bad-rows.ts'
import { importById } from '../import.ts'
import { badRowSchema, importParams } from '../schema.ts'

export const listBadRows = defineOperation({
  id: 'postbatches.badRows',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/bad-rows',
  summary: 'List the rows of an import that need mending',
  description:
    'What `errors.csv` holds, to be mended one by one with `POST …/mend`. In the order of the file; kept for 30 days.',
  permission: 'items.read',
  effect: 'read',
  params: importParams,
  list: defineList(importErrorsTable, { sort: { row: 'row' }, defaultSort: 'row', filters: {} }),
  output: listOf(badRowSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const { id } = await importById(rows, scope, params.id, params.importId)
    const page = await rows.importErrors.list(scope, {
      ...list,
      where: [{ importId: id, ...toMend }, list.where],
    })
    return toList(list, page, ({ row, cells, problems }) => ({ row, cells, problems }))
  },
})

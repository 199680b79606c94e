import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { importsTable } from '../../../model/imports.ts'
import { importStatuses } from '../../../model/imports-lifecycle.ts'
import { failingJobs } from '../../lists/stall.ts'
import { postbatchById } from '../../postbatches/postbatch.ts'
import { importToWire } from '../import.ts'
import { importListParams, importSchema } from '../schema.ts'
import { stalledOf } from '../stalled.ts'

export const listImports = defineOperation({
  id: 'postbatches.imports',
  method: 'GET',
  path: '/postbatches/{id}/imports',
  summary: 'List the imports of a Postbatch',
  permission: 'items.read',
  effect: 'read',
  params: importListParams,
  list: defineList(importsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: importStatuses, operators: ['eq', 'ne', 'in'] },
      dryRun: { type: 'boolean', operators: ['eq'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(importSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const postbatch = await postbatchById(rows, scope, params.id)
    const page = await rows.imports.list(scope, {
      ...list,
      where: [{ postbatchId: postbatch.id }, list.where],
    })
    const jobs = await failingJobs(rows, postbatch.organisationId, 'recipients')
    return toList(list, page, (row) => importToWire(row, stalledOf(row, jobs)))
  },
})

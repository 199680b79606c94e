import { defineOperation } from '../../../engine/operation.ts'
import { assertMayRemove, exportById, exportChanged, exportJob } from '../export.ts'
import { exportParams } from '../schema.ts'

export const removeExport = defineOperation({
  id: 'exports.remove',
  method: 'DELETE',
  path: '/exports/{id}',
  summary: 'Remove an export and its file',
  description:
    'Also one that is still being written. Callers remove their own exports; those of others need `organisation.manage`. An export expires by itself after seven days.',
  permission: 'items.read',
  effect: 'write',
  params: exportParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, work, scope, services, caller }, { params }) {
    const row = await exportById(rows, scope, params.id)
    assertMayRemove(caller, row)
    await rows.exports.remove(scope, { id: row.id })
    work.hint(exportChanged(row))
    work.enqueue(exportJob(row, services.clock.now()))
    return undefined
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { exportById, exportToWire } from '../export.ts'
import { exportParams, exportSchema } from '../schema.ts'

export const getExport = defineOperation({
  id: 'exports.get',
  method: 'GET',
  path: '/exports/{id}',
  summary: 'Get an export',
  permission: 'items.read',
  effect: 'read',
  params: exportParams,
  output: exportSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return exportToWire(context, await exportById(context.rows, context.scope, params.id))
  },
})

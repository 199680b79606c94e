import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { templateParams, templateVersionSchema } from '../schema.ts'
import { templateById, versionToWire } from '../template.ts'

export const listTemplateVersions = defineOperation({
  id: 'templates.versions',
  method: 'GET',
  path: '/templates/{id}/versions',
  summary: 'List the versions of a template',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  list: { sort: { number: 'number' }, defaultSort: '-number', filters: {} },
  output: listOf(templateVersionSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const template = await templateById(context, params.id)
    const where = [...list.where, { field: 'templateId', op: 'eq' as const, value: template.id }]
    const page = await context.rows.templateVersions.list(context.shared, { ...list, where })
    return toList(list, page, versionToWire)
  },
})

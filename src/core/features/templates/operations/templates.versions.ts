import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { templateVersionsTable } from '../../../model/templates.ts'
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
  list: defineList(templateVersionsTable, {
    sort: { number: 'number' },
    defaultSort: '-number',
    filters: {},
  }),
  output: listOf(templateVersionSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const template = await templateById(context, params.id)
    const page = await context.rows.templateVersions.list(context.shared, {
      ...list,
      where: [list.where, { templateId: template.id }],
    })
    return toList(list, page, versionToWire)
  },
})

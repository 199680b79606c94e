import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { templateVersionDetailSchema, templateVersionParams } from '../schema.ts'
import { templateById, versionToWire } from '../template.ts'

export const getTemplateVersion = defineOperation({
  id: 'templates.version',
  method: 'GET',
  path: '/templates/{id}/versions/{number}',
  summary: 'Get a version of a template with its document',
  permission: 'templates.read',
  effect: 'read',
  params: templateVersionParams,
  output: templateVersionDetailSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const template = await templateById(context, params.id)
    const [version] = await context.rows.templateVersions.find(
      context.shared,
      { templateId: template.id, number: params.number },
      { limit: 1 },
    )
    if (!version) throw notFound('version of this template')
    return { ...versionToWire(version), document: version.document }
  },
})

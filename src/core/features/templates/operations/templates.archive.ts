import { defineOperation } from '../../../engine/operation.ts'
import { templateParams, templateSchema } from '../schema.ts'
import { setTemplateStatus } from '../template.ts'

export const archiveTemplate = defineOperation({
  id: 'templates.archive',
  method: 'POST',
  path: '/templates/{id}/archive',
  summary: 'Archive a template',
  description: 'Postflows that use one of its versions go on.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  output: templateSchema,
  errors: ['not_found', 'invalid_state'],
  handler: (context, { params }) => setTemplateStatus(context, params.id, 'ARCHIVED'),
})

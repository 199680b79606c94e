import { defineOperation } from '../../../engine/operation.ts'
import { templateParams, templateSchema } from '../schema.ts'
import { setTemplateStatus } from '../template.ts'

export const unarchiveTemplate = defineOperation({
  id: 'templates.unarchive',
  method: 'POST',
  path: '/templates/{id}/unarchive',
  summary: 'Take a template out of the archive',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  output: templateSchema,
  errors: ['not_found', 'invalid_state'],
  handler: (context, { params }) => setTemplateStatus(context, params.id, 'ACTIVE'),
})

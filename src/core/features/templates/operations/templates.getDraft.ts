import { defineOperation } from '../../../engine/operation.ts'
import { templateDraftSchema, templateParams } from '../schema.ts'
import { draftToWire, templateById } from '../template.ts'

export const getTemplateDraft = defineOperation({
  id: 'templates.getDraft',
  method: 'GET',
  path: '/templates/{id}/draft',
  summary: 'Get the draft of a template',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  output: templateDraftSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return draftToWire(await templateById(context, params.id))
  },
})

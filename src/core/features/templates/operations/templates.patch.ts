import { defineOperation } from '../../../engine/operation.ts'
import { intoFolder } from '../folder.ts'
import { templateParams, templatePatch, templateSchema } from '../schema.ts'
import { activeTemplate, oneTemplateToWire } from '../template.ts'

export const patchTemplate = defineOperation({
  id: 'templates.patch',
  method: 'PATCH',
  path: '/templates/{id}',
  summary: 'Rename or move a template',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  body: templatePatch,
  output: templateSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const template = await activeTemplate(context, params.id)
    await intoFolder(context, body.folderId)
    const patch = { ...body, updatedAt: context.now }
    await context.rows.templates.update(context.shared, template.id, patch)
    return oneTemplateToWire(context, { ...template, ...patch })
  },
})

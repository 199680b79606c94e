import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { templateParams, templateSchema } from '../schema.ts'
import { oneTemplateToWire, templateById } from '../template.ts'

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
  async handler(context, { params }) {
    const template = await templateById(context, params.id)
    if (template.status === 'ARCHIVED') throw problem('invalid_state', 'This template is ARCHIVED already.')
    const patch = { status: 'ARCHIVED' as const, archivedAt: context.now, updatedAt: context.now }
    await context.rows.templates.update(context.shared, template.id, patch)
    return oneTemplateToWire(context, { ...template, ...patch })
  },
})

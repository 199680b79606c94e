import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { templateParams, templateSchema } from '../schema.ts'
import { oneTemplateToWire, templateById } from '../template.ts'

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
  async handler(context, { params }) {
    const template = await templateById(context, params.id)
    if (template.status === 'ACTIVE') throw problem('invalid_state', 'This template is ACTIVE already.')
    const patch = { status: 'ACTIVE' as const, archivedAt: null, updatedAt: context.now }
    await context.rows.templates.update(context.shared, template.id, patch)
    return oneTemplateToWire(context, { ...template, ...patch })
  },
})

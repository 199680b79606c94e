import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { intoFolder } from '../folder.ts'
import { newTemplate } from '../new-template.ts'
import { templateDuplicateInput, templateParams, templateSchema } from '../schema.ts'
import { oneTemplateToWire, templateById } from '../template.ts'

export const duplicateTemplate = defineOperation({
  id: 'templates.duplicate',
  method: 'POST',
  path: '/templates/{id}/duplicate',
  summary: 'Make a new template from the draft of another',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  body: templateDuplicateInput,
  output: templateSchema,
  status: 201,
  location: '/templates/{id}',
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const original = await templateById(context, params.id)
    const specification = (await context.rows.specifications.get(everyone, original.specificationId))!
    await intoFolder(context, original.folderId)
    const template = newTemplate(context, {
      name: body.name ?? `${original.name.slice(0, 113)} (copy)`,
      folderId: original.folderId,
      specification,
      document: original.draft,
    })
    await context.rows.templates.insert(template)
    return oneTemplateToWire(context, template)
  },
})

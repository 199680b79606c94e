import { defineOperation } from '../../../engine/operation.ts'
import { intoFolder } from '../../templates/folder.ts'
import { newTemplate } from '../../templates/new-template.ts'
import { templateSchema } from '../../templates/schema.ts'
import { oneTemplateToWire } from '../../templates/template.ts'
import { libraryDesign } from '../library.ts'
import { libraryCopyInput, libraryParams } from '../schema.ts'

export const copyLibraryDesign = defineOperation({
  id: 'templateLibrary.copy',
  method: 'POST',
  path: '/template-library/{id}/copy',
  summary: 'Make a template of a design of the library',
  description: 'It begins as a draft of the organisation’s own, to be changed and published.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: libraryParams,
  body: libraryCopyInput,
  output: templateSchema,
  status: 201,
  location: '/templates/{id}',
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const { design, document, specification } = await libraryDesign(context.rows, params.id)
    await intoFolder(context, body.folderId)
    const template = newTemplate(context, {
      name: body.name ?? design.name,
      folderId: body.folderId ?? null,
      specification,
      document,
    })
    await context.rows.templates.insert(template)
    return oneTemplateToWire(context, template)
  },
})

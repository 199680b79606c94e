import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { templateSchema } from '../../templates/schema.ts'
import { intoFolder, newTemplate, oneTemplateToWire } from '../../templates/template.ts'
import {
  designToWire,
  libraryCopyInput,
  libraryDesign,
  libraryDesignSchema,
  libraryDesigns,
  libraryEntrySchema,
  libraryParams,
} from '../library.ts'

export const listLibrary = defineOperation({
  id: 'templateLibrary.list',
  method: 'GET',
  path: '/template-library',
  summary: 'List library designs',
  description: 'All designs on one page. They are part of the program.',
  permission: 'templates.read',
  effect: 'read',
  output: wholeListOf(libraryEntrySchema),
  async handler({ rows }) {
    return { data: (await libraryDesigns(rows)).map(designToWire) }
  },
})

export const getLibraryDesign = defineOperation({
  id: 'templateLibrary.get',
  method: 'GET',
  path: '/template-library/{id}',
  summary: 'Get a library design with its document',
  permission: 'templates.read',
  effect: 'read',
  params: libraryParams,
  output: libraryDesignSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    const design = await libraryDesign(rows, params.id)
    return { ...designToWire(design), document: design.document }
  },
})

export const copyLibraryDesign = defineOperation({
  id: 'templateLibrary.copy',
  method: 'POST',
  path: '/template-library/{id}/copy',
  summary: 'Create a template from a library design',
  description: 'Creates a draft of the organisation’s own, to be changed and published.',
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

import { defineOperation } from '../../../engine/operation.ts'
import { folderById, folderToWire } from '../folder.ts'
import { folderParams, folderSchema } from '../schema.ts'

export const getTemplateFolder = defineOperation({
  id: 'templates.folder',
  method: 'GET',
  path: '/template-folders/{id}',
  summary: 'Get a template folder',
  permission: 'templates.read',
  effect: 'read',
  params: folderParams,
  output: folderSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return folderToWire(await folderById(context, params.id))
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { folderById, folderNameKey, folderToWire, uniquelyNamed } from '../folder.ts'
import { folderParams, folderPatch, folderSchema } from '../schema.ts'

export const patchTemplateFolder = defineOperation({
  id: 'templates.patchFolder',
  method: 'PATCH',
  path: '/template-folders/{id}',
  summary: 'Rename a template folder',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: folderParams,
  body: folderPatch,
  output: folderSchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const folder = await folderById(context, params.id)
    const patch = { name: body.name, nameKey: folderNameKey(body.name), updatedAt: context.now }
    await uniquelyNamed(() => context.rows.templateFolders.update(context.shared, folder.id, patch))
    return folderToWire({ ...folder, ...patch })
  },
})

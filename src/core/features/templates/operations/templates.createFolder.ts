import { defineOperation } from '../../../engine/operation.ts'
import { folderNameKey, folderToWire, uniquelyNamed } from '../folder.ts'
import { folderInput, folderSchema } from '../schema.ts'

export const createTemplateFolder = defineOperation({
  id: 'templates.createFolder',
  method: 'POST',
  path: '/template-folders',
  summary: 'Create a template folder',
  description: 'Folders lie side by side, none within another.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  body: folderInput,
  output: folderSchema,
  status: 201,
  location: '/template-folders/{id}',
  async handler({ services, rows, shared, now }, { body }) {
    const folder = {
      id: services.ids.next('fld'),
      ...shared,
      name: body.name,
      nameKey: folderNameKey(body.name),
      createdAt: now,
      updatedAt: now,
    }
    await uniquelyNamed(() => rows.templateFolders.insert(folder))
    return folderToWire(folder)
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { folderById } from '../folder.ts'
import { folderParams } from '../schema.ts'
import { templateProblems } from '../sentences.ts'

export const removeTemplateFolder = defineOperation({
  id: 'templates.removeFolder',
  method: 'DELETE',
  path: '/template-folders/{id}',
  summary: 'Delete an empty template folder',
  description: 'Archived templates count: move them elsewhere first.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: folderParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler(context, { params }) {
    const { rows, shared, now } = context
    const { id } = await folderById(context, params.id)
    // The folder is written first: a concurrent request that puts a template into it has either finished or
    // finds the folder gone.
    await rows.templateFolders.update(shared, id, { updatedAt: now })
    const templates = await rows.templates.count(shared, { folderId: id })
    if (templates > 0) {
      const which = templates === 1 ? 'folder_of_one' : 'folder'
      throw problem(templateProblems.say(`still_referenced.${which}`, { count: templates }))
    }
    await rows.templateFolders.remove(shared, { id })
    return undefined
  },
})

import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { templateFoldersTable } from '../../../model/templates.ts'
import { folderInput, folderParams, folderPatch, folderSchema } from '../schema.ts'
import { templateProblems } from '../sentences.ts'
import { folderById, folderNameKey, folderToWire, uniquelyNamed } from '../template.ts'

export const listTemplateFolders = defineOperation({
  id: 'templates.folders',
  method: 'GET',
  path: '/template-folders',
  summary: 'List template folders',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(templateFoldersTable, {
    sort: { name: 'name', createdAt: 'createdAt' },
    defaultSort: 'name',
    filters: { name: { type: 'text', operators: ['eq', 'contains'] } },
  }),
  output: listOf(folderSchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.templateFolders.list(shared, list), folderToWire)
  },
})

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

export const createTemplateFolder = defineOperation({
  id: 'templates.createFolder',
  method: 'POST',
  path: '/template-folders',
  summary: 'Create a template folder',
  description: 'Folders can’t be nested.',
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

export const removeTemplateFolder = defineOperation({
  id: 'templates.removeFolder',
  method: 'DELETE',
  path: '/template-folders/{id}',
  summary: 'Delete an empty template folder',
  description:
    'Refused while it contains templates, including archived ones. Move them to another folder first.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: folderParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler(context, { params }) {
    const { rows, shared, now } = context
    const { id } = await folderById(context, params.id)
    // Waits for a concurrent request that adds a template; a later one finds that the folder is gone.
    await rows.templateFolders.update(shared, id, { updatedAt: now })
    const templates = await rows.templates.count(shared, { folderId: id })
    if (templates > 0) {
      const which = templates === 1 ? 'folder_of_one' : 'folder'
      throw problem(templateProblems.sentence(`still_referenced.${which}`, { count: templates }))
    }
    await rows.templateFolders.remove(shared, { id })
    return undefined
  },
})

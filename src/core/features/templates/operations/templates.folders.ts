import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { templateFoldersTable } from '../../../model/templates.ts'
import { folderToWire } from '../folder.ts'
import { folderSchema } from '../schema.ts'

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

import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { designToWire, libraryDesigns } from '../library.ts'
import { libraryEntrySchema } from '../schema.ts'

export const listLibrary = defineOperation({
  id: 'templateLibrary.list',
  method: 'GET',
  path: '/template-library',
  summary: 'List the designs to begin with',
  description: 'All of them at once: they come with the program.',
  permission: 'templates.read',
  effect: 'read',
  output: wholeListOf(libraryEntrySchema),
  async handler({ rows }) {
    return { data: (await libraryDesigns(rows)).map(designToWire) }
  },
})

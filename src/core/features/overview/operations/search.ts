import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { searchHit, searchInput } from '../schema.ts'
import { search } from '../search.ts'

export const findAnything = defineOperation({
  id: 'search.find',
  method: 'GET',
  path: '/search',
  summary: 'Find items, Postflows, Postbatches, templates and runs',
  description:
    'At most five of each kind, of what the caller may read: items, Postflows, Postbatches and runs with items.read, templates with templates.read; of the rest nothing shows. An id, or its beginning of twelve characters at least, finds its own kind only. Part of a recipient’s name is looked for among the newest 100,000 items; `items.list` looks through all of them.',
  permission: 'authenticated',
  readsItems: 'if-permitted',
  rateClass: 'search',
  effect: 'read',
  query: searchInput,
  output: wholeListOf(searchHit),
  async handler(context, { query }) {
    return { data: await search(context, query.q) }
  },
})

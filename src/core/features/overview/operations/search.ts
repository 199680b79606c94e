import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { searchHit, searchInput } from '../schema.ts'
import { search } from '../search.ts'

export const findAnything = defineOperation({
  id: 'search.find',
  method: 'GET',
  path: '/search',
  summary: 'Search',
  description:
    'Finds at most five results of each kind: items, Postflows, Postbatches and runs with items.read, templates with templates.read. An id, or its beginning of at least twelve characters, finds only its own kind. Part of a recipient’s name is searched among the newest 100,000 items; `items.list` searches all.',
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

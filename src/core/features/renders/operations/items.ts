import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { found, problem } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { itemParams } from '../../items/schema.ts'
import { versionOf } from '../../products/specifications.ts'
import { compiledTemplate } from '../../templates/compiled.ts'
import { drawItemPage } from '../draw.ts'
import { pagePicture, pageQuery, pictureOf, rasterOptions, revision } from '../page.ts'
import { renderProblems } from '../sentences.ts'

export const getItemPaper = defineOperation({
  id: 'items.paper',
  method: 'GET',
  path: '/items/{id}/paper',
  summary: 'See a page of an item as it is printed',
  description:
    'A picture of one page (PNG), drawn by the engine that prints, in every status of the item. `Page-Count` says how many pages there are. 409 where the piece cannot be drawn, with the finding that says why, and once its data were erased. A file of the printed pages themselves is `items.document`.',
  permission: 'items.read',
  rateClass: 'paper',
  effect: 'read',
  params: itemParams,
  query: v.strictObject({
    ...pageQuery,
    revision: described(
      revision,
      'The revision of the item that is meant: while it is the current one, a browser may keep the picture for an hour.',
    ),
  }),
  output: 'stream',
  contentType: 'image/png',
  errors: ['not_found', 'invalid_state'],
  /** Draws before the handler, so that no snapshot waits for it. */
  async prepare({ services, scope }, { params, query }) {
    const item = found(await services.store.read((rows) => rows.items.get(scope, params.id)), 'item')
    if (item.erasureRequestedAt !== null) {
      throw problem(renderProblems.say('invalid_state.erased_picture'))
    }
    const template = await compiledTemplate(
      services,
      item,
      item.templateVersionId,
      versionOf(item.specificationVersion),
    )
    const drawn = await drawItemPage(services, template, item, rasterOptions(template, query))
    return { ...pictureOf(template, drawn), mayBeKept: query.revision === item.revision }
  },
  async handler(_context, { params }, picture) {
    return pagePicture(params.id, picture)
  },
})

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
  summary: 'Draw a page of an item',
  description:
    'Returns one page as PNG, drawn by the engine that prints, for an item in any status. `Page-Count` is the number of pages. 409 with the findings if the piece can’t be drawn, and after its data were erased. For a file of the printed pages use `items.document`.',
  permission: 'items.read',
  rateClass: 'paper',
  effect: 'read',
  params: itemParams,
  query: v.strictObject({
    ...pageQuery,
    revision: described(
      revision,
      'Expected revision of the item. While it is current, browsers may cache the picture for an hour.',
    ),
  }),
  output: 'stream',
  contentType: 'image/png',
  errors: ['not_found', 'invalid_state'],
  /** Draws before the transaction, so that no snapshot stays open while it draws. */
  async prepare({ services, scope }, { params, query }) {
    const item = found(await services.store.read((rows) => rows.items.get(scope, params.id)), 'item')
    if (item.erasureRequestedAt !== null) {
      throw problem(renderProblems.sentence('invalid_state.erased_picture'))
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

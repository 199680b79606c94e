import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { libraryDesign, libraryParams } from '../../template-library/library.ts'
import { compiledDraft } from '../draft.ts'
import { drawSamplePage } from '../draw.ts'
import { pagePicture, pageQuery, pictureOf, rasterOptions } from '../page.ts'

export const getLibraryDesignPaper = defineOperation({
  id: 'templateLibrary.paper',
  method: 'GET',
  path: '/template-library/{id}/paper',
  summary: 'Draw a page of a library design',
  description:
    'Returns one page as PNG with the samples of the merge fields, drawn by the engine that prints. `Page-Count` is the number of pages.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  params: libraryParams,
  query: v.strictObject(pageQuery),
  output: 'stream',
  contentType: 'image/png',
  errors: ['not_found', 'invalid_state'],
  /** Draws before the transaction, so that no snapshot stays open while it draws. */
  async prepare({ services, scope }, { params, query }) {
    const { document, specification } = await services.store.read((rows) => libraryDesign(rows, params.id))
    const compiled = await compiledDraft(services, {
      id: `${params.id}.${specification.id}`,
      organisationId: scope.organisationId,
      specificationId: specification.id,
      document,
    })
    const drawn = await drawSamplePage(services, compiled, scope, rasterOptions(compiled, query))
    // The sender's line depends on the organisation, which is not in the URL, so browsers must revalidate.
    return { ...pictureOf(compiled, drawn), mayBeKept: false }
  },
  async handler(_context, { params }, picture) {
    return pagePicture(params.id, picture)
  },
})

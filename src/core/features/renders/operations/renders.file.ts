import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { storedBlob } from '../../media/stored.ts'
import { readableRender } from '../render.ts'
import { renderParams } from '../schema.ts'
import { renderProblems } from '../sentences.ts'

export const getRenderFile = defineOperation({
  id: 'renders.file',
  method: 'GET',
  path: '/renders/{id}/file',
  summary: 'Get the file of a preview',
  description:
    'A PDF, or a PNG where that was asked for. 409 while it is not READY. That of an item needs `items.read` as well.',
  permission: 'templates.read',
  effect: 'read',
  params: renderParams,
  output: 'stream',
  redirects: true,
  contentType: ['application/pdf', 'image/png'],
  errors: ['not_found', 'invalid_state', 'range_not_satisfiable'],
  /** Opens the file outside the snapshot, which should not wait for it. */
  async prepare({ services, scope, caller }, { params }) {
    const render = await services.store.read((rows) => readableRender(rows, { scope, caller }, params.id))
    if (render.blobKey === null)
      throw problem(renderProblems.say('invalid_state.no_render_file', { status: render.status }))
    const content = await storedBlob(services, render.blobKey, { etag: render.id, maxAgeSeconds: 0 })
    if (!content) throw notFound('file of this render')
    return { render, content }
  },
  async handler(_context, _input, { render, content }) {
    return {
      contentType: render.format === 'pdf' ? 'application/pdf' : 'image/png',
      fileName: `${render.id}.${render.format}`,
      content,
    }
  },
})

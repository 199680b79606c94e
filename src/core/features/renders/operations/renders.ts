import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { storedBlob } from '../../media/media.ts'
import { newRender, readableRender, renderToWire } from '../render.ts'
import { renderInput, renderParams, renderSchema } from '../schema.ts'
import { renderProblems } from '../sentences.ts'

export const getRender = defineOperation({
  id: 'renders.get',
  method: 'GET',
  path: '/renders/{id}',
  summary: 'Get a preview',
  description: 'The preview of an item also needs `items.read`.',
  permission: 'templates.read',
  effect: 'read',
  params: renderParams,
  output: renderSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return renderToWire(context, await readableRender(context.rows, context, params.id))
  },
})

export const createRender = defineOperation({
  id: 'renders.create',
  method: 'POST',
  path: '/renders',
  summary: 'Request a preview',
  description:
    'Renders a template version, the current version of a Postflow, or an item, as PDF or as one page in pixels, with the engine that prints. `preview.ready` reports completion; a FAILED preview emits no event, so check it with `renders.get`. For an item the caller also needs `items.read`.',
  permission: 'templates.read',
  readsItems: 'if-permitted',
  rateClass: 'preview',
  effect: 'write',
  body: renderInput,
  output: renderSchema,
  status: 202,
  location: '/renders/{id}',
  emits: ['preview.ready'],
  async prepare({ caller }, { body }) {
    if (body.itemId !== undefined) requireScope(caller, 'items.read')
  },
  async handler(context, { body }) {
    const render = await newRender(context, body)
    await context.rows.renders.insert(render)
    // By real time, so that a preview is drawn even while the test clock stands still.
    context.work.enqueue({
      kind: 'renders.render',
      subject: render.id,
      organisationId: render.organisationId,
      mode: null,
      dueAt: context.services.clock.now(),
      payload: { renderId: render.id },
    })
    return renderToWire(context, render)
  },
})

export const getRenderFile = defineOperation({
  id: 'renders.file',
  method: 'GET',
  path: '/renders/{id}/file',
  summary: 'Get the file of a preview',
  description:
    'A PDF, or a PNG if requested. 409 until it is READY. The preview of an item also needs `items.read`.',
  permission: 'templates.read',
  effect: 'read',
  params: renderParams,
  output: 'stream',
  redirects: true,
  contentType: ['application/pdf', 'image/png'],
  errors: ['not_found', 'invalid_state', 'range_not_satisfiable'],
  /** Opens the file before the transaction, so that no snapshot stays open in the process. */
  async prepare({ services, scope, caller }, { params }) {
    const render = await services.store.read((rows) => readableRender(rows, { scope, caller }, params.id))
    if (render.blobKey === null)
      throw problem(renderProblems.sentence('invalid_state.no_render_file', { status: render.status }))
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

import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { newRender, renderToWire } from '../render.ts'
import { renderInput, renderSchema } from '../schema.ts'

export const createRender = defineOperation({
  id: 'renders.create',
  method: 'POST',
  path: '/renders',
  summary: 'Ask for a preview',
  description:
    'Of a template version, of what a Postflow sends, or of an item, as PDF or as one page in pixels. It is drawn by the same engine as the run; `preview.ready` tells when it is there; one that FAILED is no preview, and is seen by asking for it again with `renders.get`. For an item the caller needs `items.read` as well.',
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
    // Runs on the real clock, so that a preview is drawn also while a test clock stands still.
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

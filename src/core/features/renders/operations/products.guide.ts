import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { concatenate } from '../../../kernel/bytes.ts'
import { notFound } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { everyone } from '../../../ports/store.ts'
import { compileDocument } from '../../templates/compiled.ts'
import { layoutGuide } from '../layout-guide.ts'
import { cannotBeDrawn } from '../page.ts'

export const getProductGuide = defineOperation({
  id: 'products.guide',
  method: 'GET',
  path: '/products/{id}/specifications/{specificationId}/guide',
  summary: 'Download a layout guide for designers',
  description:
    'A PDF in the size of the sheet with its bleed, to lay under a design in a layout program: the cut, the safe area, the zones, folds and window, with a legend in mm. Remove it before the design is exported. It has at most 16 pages; a sheet that no design can have has none. The same numbers are in `sheet.zones` of the specification.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  params: v.strictObject({
    id: described(v.string(), 'The product, `prd_…`.'),
    specificationId: described(v.string(), 'One of its specifications, `psp_…`.'),
  }),
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state'],
  /** Draws before the handler, so that no snapshot waits for it. */
  async prepare({ services, scope }, { params }) {
    const specification = await services.store.read((rows) =>
      rows.specifications.get(everyone, params.specificationId),
    )
    if (specification?.productId !== params.id) throw notFound('product specification')
    const { document, sheet } = layoutGuide(specification)
    const compiled = await compileDocument(services, scope.organisationId, document, sheet, [])
    if (!compiled.layer) throw cannotBeDrawn(compiled.findings)
    const template = { id: `guide.${compiled.layerSha256}`, document, sheet, layer: compiled.layer }
    const piece = { itemId: '', data: {}, addressLines: [], trackingUrl: '', optOutUrl: '' }
    const chunks: Uint8Array[] = []
    await services.renderer.renderPart(
      {
        ...{ title: specification.name, createdAt: services.clock.now(), sheet, templates: [template] },
        pieces: [{ ...piece, templateId: template.id, sequence: 1 }],
      },
      async (chunk) => {
        chunks.push(chunk)
      },
    )
    return concatenate(chunks)
  },
  async handler(_context, { params }, content) {
    return { contentType: 'application/pdf', fileName: `${params.specificationId}-guide.pdf`, content }
  },
})

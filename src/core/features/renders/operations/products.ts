import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { concatenate } from '../../../kernel/bytes.ts'
import { notFound } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import type { InvoiceLanguage } from '../../../model/billing.ts'
import { invoiceLanguage } from '../../../model/wire-enums.ts'
import type { Rows } from '../../../ports/store.ts'
import { everyone } from '../../../ports/store.ts'
import { languageOf, profileOf } from '../../ledger/profile.ts'
import { compileDocument } from '../../templates/compiled.ts'
import { layoutGuide } from '../layout-guide.ts'
import { cannotBeDrawn } from '../page.ts'

export const getProductGuide = defineOperation({
  id: 'products.guide',
  method: 'GET',
  path: '/products/{id}/specifications/{specificationId}/guide',
  summary: 'Download a layout guide for designers',
  description:
    'A PDF in the size of the sheet with bleed, to place under a design in a layout program: cut, safe area, zones, folds and window, with a legend in mm. Remove it before exporting the design. At most 16 pages; 409 for a sheet that no design can have. The same numbers are in `sheet.zones` of the specification.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  params: v.strictObject({
    id: described(v.string(), 'Id of the product, `prd_…`.'),
    specificationId: described(v.string(), 'Id of one of its specifications, `psp_…`.'),
  }),
  query: v.strictObject({
    language: described(
      v.optional(invoiceLanguage),
      'Language of the legend; by default that of the organisation’s invoices.',
    ),
  }),
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state'],
  /** Draws before the transaction, so that no snapshot stays open while it draws. */
  async prepare({ services, scope }, { params, query }) {
    const { specification, language } = await services.store.read(async (rows) => ({
      specification: await rows.specifications.get(everyone, params.specificationId),
      language: query.language ?? (await ownLanguage(rows, scope.organisationId)),
    }))
    if (specification?.productId !== params.id) throw notFound('product specification')
    const { document, sheet } = layoutGuide(specification, language)
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

const ownLanguage = async (
  rows: Pick<Rows, 'organisations' | 'billingProfiles'>,
  organisationId: string,
): Promise<InvoiceLanguage> => {
  const organisation = await rows.organisations.get(everyone, organisationId)
  return organisation ? languageOf(await profileOf(rows, organisation), organisation) : 'en'
}

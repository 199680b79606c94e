import * as v from 'valibot'
import type { ProcessContext } from '../../../engine/context.ts'
import { unknownId } from '../../../engine/ids.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import type { TemplateRow } from '../../../model/templates.ts'
import type { CompiledTemplate } from '../../../ports/renderer.ts'
import { everyone } from '../../../ports/store.ts'
import { printedSheet } from '../../products/specifications.ts'
import { assetRowsOf, sizeFindings, withBytes } from '../../templates/assets.ts'
import { compiledTemplate } from '../../templates/compiled.ts'
import { templateParams } from '../../templates/schema.ts'
import { templateById } from '../../templates/template.ts'
import { drawDraftPage } from '../draft.ts'
import { drawSamplePage, samplePiece } from '../draw.ts'
import { pagePicture, pageQuery, pictureOf, rasterOptions, revision } from '../page.ts'
import { previewInput, previewSchema, renderLimits } from '../schema.ts'

export const getTemplatePaper = defineOperation({
  id: 'templates.paper',
  method: 'GET',
  path: '/templates/{id}/paper',
  summary: 'Draw a page of a template',
  description:
    'Returns one page as PNG with the samples of the merge fields, drawn by the engine that prints: of the latest version, or of the draft if nothing is published. `Page-Count` is the number of pages. A draft is drawn even if it can’t be published; `templates.checkDraft` says why. 409 with the reasons if it can’t be drawn at all.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  params: templateParams,
  query: v.strictObject({
    ...pageQuery,
    version: described(
      v.optional(v.pipe(v.string(), v.regex(/^(latest|draft|[1-9]\d{0,8})$/)), 'latest'),
      '`latest`: the latest published version; `draft`: the draft; or the number of a version.',
    ),
    revision: described(
      revision,
      'Expected revision of the draft. While it is current, browsers may cache the picture for an hour. Pictures of a numbered version can always be cached.',
    ),
  }),
  output: 'stream',
  contentType: 'image/png',
  errors: ['not_found', 'invalid_state'],
  /** Draws before the transaction, so that no snapshot stays open while it draws. */
  async prepare(context, { params, query }) {
    const { services, scope } = context
    const { template, versionId } = await chosen(context, params.id, query.version)
    const optionsOf = (what: Pick<CompiledTemplate, 'document' | 'sheet'>) => rasterOptions(what, query)
    if (versionId === null) {
      const { organisationId, specificationId, draft: document } = template
      const draft = { organisationId, specificationId, document }
      const drawn = await drawDraftPage(services, draft, scope, optionsOf)
      return { ...pictureOf(draft, drawn), mayBeKept: query.revision === template.draftRevision }
    }
    const compiled = await compiledTemplate(services, template, versionId)
    const drawn = await drawSamplePage(services, compiled, scope, optionsOf(compiled))
    return { ...pictureOf(compiled, drawn), mayBeKept: /^\d/.test(query.version) }
  },
  async handler(_context, { params }, picture) {
    return pagePicture(params.id, picture)
  },
})

/** Returns the template and the version to draw; null for the draft, or if none is published. Throws 404. */
const chosen = (
  { services, shared }: Pick<ProcessContext, 'services' | 'shared'>,
  id: string,
  version: string,
): Promise<{ template: TemplateRow; versionId: string | null }> =>
  services.store.read(async (rows) => {
    const template = await templateById({ rows, shared }, id)
    if (version === 'draft') return { template, versionId: null }
    if (version === 'latest') return { template, versionId: template.latestVersionId }
    const which = { templateId: template.id, number: Number(version) }
    const [found] = await rows.templateVersions.find(shared, which, { limit: 1 })
    if (!found) throw notFound('version of this template')
    return { template, versionId: found.id }
  })

export const previewTemplate = defineOperation({
  id: 'templates.preview',
  method: 'POST',
  path: '/templates/preview',
  summary: 'Draw and check an unsaved design',
  description:
    'For editors: returns one page as a picture, drawn by the engine that prints, with every finding that `templates.publish` would refuse. Invalid designs are drawn if possible. Nothing is stored.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  body: previewInput,
  output: previewSchema,
  /** Draws before the transaction, so that no snapshot stays open while it draws. */
  async prepare({ services, scope }, { body }) {
    const { document, page, dpi, box, returnAddressId = null } = body
    const { organisationId } = scope
    const { sheet, rows } = await services.store.read(async (rows) => {
      const specification = await rows.specifications.get(everyone, body.productSpecificationId)
      if (!specification) throw unknownId('productSpecificationId', 'psp', body.productSpecificationId)
      if (
        returnAddressId !== null &&
        !(await rows.returnAddresses.get({ organisationId }, returnAddressId))
      ) {
        throw unknownId('returnAddressId', 'ret', returnAddressId)
      }
      return {
        sheet: printedSheet(specification),
        rows: await assetRowsOf(rows, organisationId, document, 'ACTIVE'),
      }
    })
    const options = rasterOptions({ document, sheet }, { page, dpi, box }, 'body')
    const piece = await samplePiece(services, scope, document, body)
    const { data, addressLines, nameLines = 0, trackingUrl, optOutUrl } = piece
    const filled = {
      ...{ data, addressLines: [...addressLines], nameLines, trackingUrl, optOutUrl },
      returnLine: piece.returnLine ?? null,
      recipientName: piece.recipientName ?? '',
      carrierCode: piece.carrierCode ?? null,
    }
    const answer = { image: null, pageCount: document.pages.length, colors: {}, piece: filled }
    const excess = sizeFindings(rows)
    if (excess.length > 0) return { ...answer, findings: excess }
    const preview = await services.renderer.preview({
      ...{ organisationId, document, sheet, piece, ...options },
      assets: await withBytes(services, rows),
      findingsMax: renderLimits.draft.findings,
      pictureBytesMax: renderLimits.draft.pictureBytes,
    })
    const { findings, colours, picture = null } = preview
    return { ...answer, findings, colors: colours, image: picture }
  },
  async handler(_context, _input, answer) {
    return answer
  },
})

import { unknownId } from '../../../engine/id-kinds.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { printedSheet } from '../../products/printed-sheet.ts'
import { assetRowsOf, tooMuch, withBytes } from '../../templates/assets.ts'
import { samplePiece } from '../draw.ts'
import { rasterOptions } from '../page.ts'
import { previewInput, previewSchema, renderLimits } from '../schema.ts'

export const previewTemplate = defineOperation({
  id: 'templates.preview',
  method: 'POST',
  path: '/templates/preview',
  summary: 'Draw and check a design without saving it',
  description:
    'For editors: one page as a picture, by the engine that prints, with everything that `templates.publish` would refuse. What breaks a rule is drawn all the same. Nothing is written.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  body: previewInput,
  output: previewSchema,
  /** Draws before the handler, so that no snapshot waits for it. */
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
    const excess = tooMuch(rows)
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

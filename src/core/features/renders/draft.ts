import type { Services } from '../../engine/services.ts'
import { fromBase64 } from '../../kernel/bytes.ts'
import { hasErrors } from '../../kernel/finding.ts'
import type { RenderRow } from '../../model/renders.ts'
import type { CompiledTemplate, RasterOptions } from '../../ports/renderer.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { printedSheet, specificationOf } from '../products/specifications.ts'
import { assetRowsOf, sizeFindings, withBytes } from '../templates/assets.ts'
import { compileDocument } from '../templates/compiled.ts'
import { type RenderOutput, samplePiece } from './draw.ts'
import { cannotBeDrawn } from './page.ts'
import { renderLimits } from './schema.ts'

interface Draft {
  organisationId: string
  specificationId: string
  document: TemplateDocument
}

/** Compiles a draft. Throws 409 with everything that prevents printing it. */
export const compiledDraft = async (
  services: Services,
  {
    id,
    organisationId,
    specificationId,
    document,
  }: Draft & {
    /** Identifies document and revision, so that a renderer may cache it. */
    id: string
  },
): Promise<CompiledTemplate> => {
  const { sheet, assets } = await materialsOf(services, { organisationId, specificationId, document })
  const { findings, layer } = await compileDocument(services, organisationId, document, sheet, assets)
  if (!layer) throw cannotBeDrawn(findings.filter((finding) => hasErrors([finding])))
  return { id, document, sheet, layer }
}

const materialsOf = (services: Services, { organisationId, specificationId, document }: Draft) =>
  services.store.read(async (rows) => ({
    sheet: printedSheet(await specificationOf(services, rows, specificationId)),
    assets: await assetRowsOf(rows, organisationId, document, 'ACTIVE'),
  }))

/**
 * Draws a page of a draft, even of one that can't be published. `options` throws 422 if there is no such
 * page. Returns no picture if a font is missing or the assets are too large.
 */
export const drawDraftPage = async (
  services: Services,
  draft: Draft,
  scope: Pick<RenderRow, 'organisationId' | 'mode'>,
  options: (template: Pick<CompiledTemplate, 'document' | 'sheet'>) => RasterOptions,
): Promise<RenderOutput> => {
  const { organisationId, document } = draft
  const { sheet, assets } = await materialsOf(services, draft)
  const raster = options({ document, sheet })
  const excess = sizeFindings(assets)
  if (excess.length > 0) return { findings: excess }
  const { findings, picture } = await services.renderer.preview({
    ...{ organisationId, document, sheet, ...raster },
    piece: await samplePiece(services, scope, document),
    assets: await withBytes(services, assets),
    findingsMax: renderLimits.draft.findings,
    pictureBytesMax: renderLimits.draft.pictureBytes,
  })
  const png = picture && fromBase64(picture.png)
  return png ? { findings, content: [png] } : { findings }
}

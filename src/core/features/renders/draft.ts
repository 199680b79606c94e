import type { Services } from '../../engine/services.ts'
import { hasErrors } from '../../kernel/finding.ts'
import type { CompiledTemplate } from '../../ports/renderer.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { printedSheet } from '../products/printed-sheet.ts'
import { specificationOf } from '../products/specification.ts'
import { assetRowsOf } from '../templates/assets.ts'
import { compileDocument } from '../templates/compiled.ts'
import { cannotBeDrawn } from './page.ts'

interface Draft {
  /** Names the document and its revision: a renderer may keep what it has read of it. */
  id: string
  organisationId: string
  specificationId: string
  document: TemplateDocument
}

/** A document that is not published, compiled for a picture. Throws 409 with what keeps it from being printed. */
export const compiledDraft = async (
  services: Services,
  { id, organisationId, specificationId, document }: Draft,
): Promise<CompiledTemplate> => {
  const { sheet, assets } = await services.store.read(async (rows) => ({
    sheet: printedSheet(await specificationOf(services, rows, specificationId)),
    assets: await assetRowsOf(rows, organisationId, document, 'ACTIVE'),
  }))
  const { findings, layer } = await compileDocument(services, organisationId, document, sheet, assets)
  if (!layer) throw cannotBeDrawn(findings.filter((finding) => hasErrors([finding])))
  return { id, document, sheet, layer }
}

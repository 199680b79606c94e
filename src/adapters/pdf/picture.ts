import { finding, hasErrors } from '../../core/kernel/finding.ts'
import type { PiecePicture, RasterOptions } from '../../core/ports/pictures.ts'
import type { CompiledTemplate, Piece } from '../../core/ports/renderer.ts'
import type { TemplateCache } from './batch.ts'
import { pictureFile } from './picture-file.ts'
import { PageNotDrawn, rasterisePage } from './raster.ts'

/** A page of a piece as a picture, from a template that is opened once. */
export const pictureOfPiece = async (
  cache: TemplateCache,
  template: CompiledTemplate,
  { piece, ...options }: RasterOptions & { piece: Piece },
): Promise<PiecePicture> => {
  const { sheet, document } = template
  const { pdf, findings } = await pictureFile(await cache.get(template), { sheet, document, piece })
  if (hasErrors(findings)) return { findings }
  try {
    return { findings, picture: await rasterisePage(pdf, options) }
  } catch (error) {
    if (!(error instanceof PageNotDrawn)) throw error
    return { findings: [...findings, finding('error', error.said, { page: options.page })] }
  }
}

import type { Finding } from '../../core/finding.ts'
import type { CompiledTemplate, Piece } from '../../core/ports/renderer.ts'
import type { TemplateCache } from './drawing.ts'
import { GlyphUse } from './page/content.ts'
import { drawPiece } from './page/piece.ts'

export const checkPiece = async (
  cache: TemplateCache,
  template: CompiledTemplate,
  piece: Piece,
): Promise<Finding[]> => {
  const loaded = cache.peek(template) ?? (await cache.get(template))
  return drawPiece(loaded, piece, new GlyphUse()).findings
}

import { type Finding, finding, hasErrors } from '../../../core/kernel/finding.ts'
import type { CompiledTemplate, Piece, PiecePicture, RasterOptions } from '../../../core/ports/renderer.ts'
import { sheetsOf } from '../../../core/template/sheet.ts'
import { sampleMarks } from '../../../core/template/sheet-mark.ts'
import type { Scene } from '../../../typesetting/page/scene.ts'
import { subsetFontsForPicture } from '../fonts/subset.ts'
import type { Layer } from '../layer.ts'
import { PageNotDrawn, rasterisePage } from '../raster.ts'
import { drawBatch, type TemplateCache } from './batch.ts'
import { writePart } from './part.ts'
import type { LoadedTemplate } from './piece.ts'

/** Writes one piece as a file, drawn as in a run, for rasterising. */
const pictureFile = async (
  loaded: LoadedTemplate,
  { sheet, document, piece }: Pick<CompiledTemplate, 'sheet' | 'document'> & { piece: Piece },
  isPrinted?: (findings: readonly Finding[]) => boolean,
): Promise<{ pdf: Uint8Array[]; findings: Finding[] }> => {
  const pdf: Uint8Array[] = []
  const cache = { get: async () => loaded }
  const template = { id: loaded.id, document, sheet, layer: new Uint8Array() }
  const marks = sampleMarks(sheetsOf(sheet.plex, document.pages.length))
  const { pieces } = await writePart(
    {
      ...{ title: loaded.id, createdAt: 0, sheet, templates: [template] },
      pieces: [{ ...piece, templateId: loaded.id, sequence: 1, marks }],
    },
    {
      parallel: 1,
      draw: (templates, batch) => drawBatch(cache, templates, batch, isPrinted),
      subset: subsetFontsForPicture,
    },
    cache,
    async (chunk) => {
      pdf.push(chunk)
    },
    'pixels',
  )
  return { pdf, findings: pieces[0]!.findings }
}

/** Writes the file of an unpublished design, even if it breaks rules. */
export const pictureFileOfDesign = (
  { layer, scene }: { layer: Layer; scene: Scene },
  input: Pick<CompiledTemplate, 'sheet' | 'document'> & { piece: Piece },
): Promise<{ pdf: Uint8Array[]; findings: Finding[] }> =>
  pictureFile({ ...scene, id: 'preview', layer, layerSha256: '' }, input, () => true)

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
    return { findings: [...findings, finding('error', error.sentence, { page: options.page })] }
  }
}

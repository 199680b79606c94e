import type { Finding } from '../../core/kernel/finding.ts'
import type { PreviewInput } from '../../core/ports/renderer.ts'
import { sheetsOf } from '../../core/template/plex.ts'
import { sampleMarks } from '../../core/template/sheet-mark.ts'
import type { Scene } from '../../typesetting/page/scene.ts'
import { drawBatch } from './batch.ts'
import { writePart } from './file/part.ts'
import { subsetFonts } from './fonts/subset.ts'
import type { Layer } from './layer.ts'
import type { LoadedTemplate } from './template.ts'

/** One piece of a design that is not published, as a file by itself. */
export const fileOfDesign = async (
  { layer, scene }: { layer: Layer; scene: Scene },
  { sheet, document, piece, profile }: Pick<PreviewInput, 'sheet' | 'document' | 'piece' | 'profile'>,
): Promise<{ pdf: Uint8Array[]; findings: Finding[] }> => {
  const loaded: LoadedTemplate = { ...scene, id: 'preview', layer, layerSha256: '' }
  const pdf: Uint8Array[] = []
  const cache = { get: async () => loaded }
  const template = { id: loaded.id, document, sheet, layer: new Uint8Array() }
  const { pieces } = await writePart(
    {
      title: loaded.id,
      createdAt: 0,
      sheet,
      ...(profile ? { profile } : {}),
      templates: [template],
      pieces: [
        {
          ...piece,
          templateId: loaded.id,
          sequence: 1,
          marks: sampleMarks(sheetsOf(sheet.plex, document.pages.length)),
        },
      ],
    },
    {
      parallel: 1,
      draw: (templates, batch) => drawBatch(cache, templates, batch, () => true),
      subset: subsetFonts,
    },
    cache,
    async (chunk) => {
      pdf.push(chunk)
    },
  )
  return { pdf, findings: pieces[0]!.findings }
}

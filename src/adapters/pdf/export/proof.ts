import { latin1Bytes } from '#platform/text'
import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import type { ProofAbout, ProofPiece, ProofResult } from '../../../core/ports/renderer.ts'
import { BLACK, Content, fontName, GlyphUse } from '../../../typesetting/page/content.ts'
import { drawLines } from '../../../typesetting/page/text.ts'
import { num, points } from '../../../typesetting/page/units.ts'
import { layoutText } from '../../../typesetting/text/text-layout.ts'
import { openFontBook } from '../fonts/book.ts'
import { subsetFonts } from '../fonts/subset.ts'
import { PdfDocument } from '../reader/document.ts'
import type { PdfDict } from '../reader/objects.ts'
import { writeFont } from '../writer/font-objects.ts'
import { informationDictionary, xmpPacket } from '../writer/metadata.ts'
import { PdfWriter } from '../writer/writer.ts'
import { documentId, pagesOf, producerOf } from './pages.ts'
import { SharingCopier } from './sharing-copier.ts'

/** The height of the slug above the sheet, which describes the proof. */
const SLUG_MM = 12
const SLUG_MARGIN_MM = 3
const FONT = 'noto-sans-bold'
/** In points. */
const SIZE = 8
const MIN_SIZE = 4
/** The resource name of the slug. Names in parts have a different form. */
const SLUG_NAME = 'Slug'

/** Joins pieces as printed. The media box grows by a strip outside bleed and trim that describes them. */
export const proofOf = async (pieces: readonly ProofPiece[], about: ProofAbout): Promise<ProofResult> => {
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => void chunks.push(chunk))
  const slug = await openSlug(writer)
  const shared = new Map<string, number>()
  const tree = writer.reserve()
  const kids: number[] = []
  let intents = ''
  let producer = ''
  for (const { pdf, lines } of pieces) {
    const document = new PdfDocument(pdf)
    const copier = new SharingCopier(document, writer, shared)
    producer ||= producerOf(document)
    intents ||= copier.source(document.root.get('OutputIntents') ?? [])
    for (const page of pagesOf(document, 1, document.pageCount())) {
      const { media, form } = slug.above(page.get('MediaBox') as number[], lines)
      const own: PdfDict = new Map(page)
      for (const key of ['Parent', 'MediaBox', 'Contents', 'Resources']) own.delete(key)
      const contents = `[${slug.call} 0 R ${copier.source(page.get('Contents') ?? null)}]`
      const resources = copier.resources(page, `/${SLUG_NAME} ${form} 0 R`)
      const id = writer.reserve()
      writer.object(
        id,
        `<<${copier.entries(own)}/Parent ${tree} 0 R/MediaBox${media}/Contents${contents}/Resources${resources}>>`,
      )
      kids.push(id)
      await writer.drain()
    }
  }
  await slug.finish()
  writer.object(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]>>`)
  const metadata = { title: about.title, producer, createdAt: about.createdAt }
  const xmp = writer.reserve()
  const packet = utf8(xmpPacket(metadata, documentId(about.contentId)))
  writer.stream(xmp, '/Type/Metadata/Subtype/XML', packet)
  const info = writer.reserve()
  writer.object(info, informationDictionary(metadata))
  const root = writer.reserve()
  writer.object(root, `<</Type/Catalog/Pages ${tree} 0 R/Metadata ${xmp} 0 R/OutputIntents${intents}>>`)
  const { sha256 } = await writer.finish(root, info)
  return { pdf: concatenate(chunks), sha256 }
}

/** Opens the slug: forms with fonts of their own, because a page may have the same font in another subset. */
const openSlug = async (writer: PdfWriter) => {
  const book = await openFontBook({ fonts: [{ id: FONT }], locale: 'en-GB' }, new Map())
  const typesetter = book.typesetter(FONT)!
  const use = new GlyphUse()
  const fonts = writer.reserve()
  const call = writer.reserve()
  writer.stream(call, '', utf8(`/${SLUG_NAME} Do\n`))
  return {
    /** The content stream that draws the slug, shared by all pages. */
    call,
    above(media: readonly number[], lines: readonly string[]): { media: string; form: number } {
      const [left, bottom, right, top] = media as [number, number, number, number]
      const margin = points(SLUG_MARGIN_MM)
      const box = { x: left + margin, y: top, w: right - left - 2 * margin, h: points(SLUG_MM) }
      const style = { size: SIZE, minSize: MIN_SIZE, lineHeight: 1.3, wrap: false }
      const layout = layoutText(typesetter, lines.join('\n'), box, style)
      const content = new Content(use)
      content.fill(BLACK)
      const { metrics } = typesetter.primary
      drawLines(content, layout, box, { align: 'left', verticalAlign: 'middle', metrics })
      const form = writer.reserve()
      const area = [left, top, right, top + box.h].map(num).join(' ')
      const entries = `/Type/XObject/Subtype/Form/BBox[${area}]/Resources<</Font ${fonts} 0 R>>`
      writer.stream(form, entries, latin1Bytes(String(content)))
      return { media: `[${[left, bottom, right, top + box.h].map(num).join(' ')}]`, form }
    },
    async finish(): Promise<void> {
      const names: string[] = []
      const used = [...use.sets.values()].map(({ face, glyphs }) => {
        return { face, bytes: face.bytes, glyphs: [...glyphs].sort((a, b) => a - b) }
      })
      const subsets = await subsetFonts(used)
      for (const [index, { face, glyphs }] of used.entries()) {
        const id = writer.reserve()
        await writeFont(writer, id, face, glyphs, subsets[index]!)
        names.push(`/${fontName(face.key)} ${id} 0 R`)
      }
      writer.object(fonts, `<<${names.join('')}>>`)
    },
  }
}

import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import type { OfficeAbout } from '../../../core/ports/renderer.ts'
import { PdfDocument } from '../reader/document.ts'
import type { PdfDict, PdfValue } from '../reader/objects.ts'
import { informationDictionary, xmpPacket } from '../writer/metadata.ts'
import { PdfWriter } from '../writer/writer.ts'
import { documentId, pagesOf, producerOf } from './pages.ts'
import { SharingCopier } from './sharing-copier.ts'

const FAN_OUT = 64

/**
 * Joins the pages of all parts into one file for an office printer. Pages have the trimmed size, because such
 * a printer would shrink larger pages to its paper and the address would miss the envelope window. Everything
 * else is copied unchanged. The file asks viewers not to scale it and states whether to print on both sides.
 */
export const officePdf = async (parts: readonly Uint8Array[], about: OfficeAbout): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => void chunks.push(chunk))
  const shared = new Map<string, number>()
  const tree = writer.reserve()
  const nodes: { id: number; kids: number[] }[] = []
  let intents = ''
  let producer = ''
  for (const part of parts) {
    const document = new PdfDocument(part)
    const copier = new SharingCopier(document, writer, shared)
    producer ||= producerOf(document)
    intents ||= copier.source(document.root.get('OutputIntents') ?? [])
    for (const [index, page] of pagesOf(document, 1, document.pageCount()).entries()) {
      if (about.dropsBacks && index % 2 === 1) continue
      let node = nodes.at(-1)
      if (!node || node.kids.length === FAN_OUT) {
        node = { id: writer.reserve(), kids: [] }
        nodes.push(node)
      }
      const id = writer.reserve()
      writer.object(id, `<<${copier.entries(trimmed(page))}/Parent ${node.id} 0 R>>`)
      node.kids.push(id)
      if (writer.isFull) await writer.drain()
    }
  }
  for (const { id, kids } of nodes) {
    writer.object(id, `<</Type/Pages/Parent ${tree} 0 R/Count ${kids.length}/Kids[${references(kids)}]>>`)
  }
  const count = nodes.reduce((sum, { kids }) => sum + kids.length, 0)
  writer.object(tree, `<</Type/Pages/Count ${count}/Kids[${references(nodes.map(({ id }) => id))}]>>`)
  const metadata = { title: about.title, producer, createdAt: about.createdAt }
  const xmp = writer.reserve()
  writer.stream(xmp, '/Type/Metadata/Subtype/XML', utf8(xmpPacket(metadata, documentId(about.contentId))))
  const info = writer.reserve()
  writer.object(info, informationDictionary(metadata))
  const root = writer.reserve()
  const sides = about.isTwoSided ? 'DuplexFlipLongEdge' : 'Simplex'
  const preferences = `/ViewerPreferences<</PrintScaling/None/Duplex/${sides}>>`
  writer.object(
    root,
    `<</Type/Catalog/Pages ${tree} 0 R/Metadata ${xmp} 0 R/OutputIntents${intents}${preferences}>>`,
  )
  await writer.finish(root, info)
  return concatenate(chunks)
}

const references = (ids: readonly number[]): string => ids.map((id) => `${id} 0 R`).join(' ')

/** Returns the page with its trim box as media box, without `Parent`, which belongs to another file. */
const trimmed = (page: PdfDict): PdfDict => {
  const own = new Map(page)
  const trim: PdfValue = page.get('TrimBox') ?? page.get('MediaBox') ?? null
  own.delete('Parent')
  own.delete('BleedBox')
  own.set('MediaBox', trim)
  return own
}

import { utf8 } from '../../../core/kernel/bytes.ts'
import type { PartInput, PartResult, PartResultPiece } from '../../../core/ports/renderer.ts'
import type { Sheet } from '../../../core/template/sheet.ts'
import { pagesOnSheets } from '../../../core/template/sheet.ts'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import { fontName } from '../../../typesetting/page/content.ts'
import { num, PageSpace } from '../../../typesetting/page/units.ts'
import { engine } from '../engine-name.ts'
import { SRGB_PLACEHOLDER } from '../import/copier.ts'
import { deflatedResource } from '../resources.ts'
import { archiveXmp, attachInvoice } from '../writer/archived-invoice.ts'
import { writeFont } from '../writer/font-objects.ts'
import { ImageWriter } from '../writer/images.ts'
import { informationDictionary, type Purpose, xmpPacket } from '../writer/metadata.ts'
import { writeOutputIntent } from '../writer/output-intent.ts'
import { PageTree, writePlainCatalog } from '../writer/pages.ts'
import { PdfWriter } from '../writer/writer.ts'
import type { DrawnBatch, DrawSource, TemplateCache } from './batch.ts'
import type { LoadedTemplate } from './piece.ts'
import { formName } from './piece.ts'

/** Pieces per batch, small enough that a part of 1,000 keeps several threads busy to the end. */
const BATCH_PIECES = 50

interface TemplateObjects {
  resources: number
  /** Content streams of pages that are the same for every piece, by page index. */
  sharedPages: Map<number, number>
}

/** Writes a part as a stream. Fonts and the page tree are complete only at the end, so they come last. */
export const writePart = async (
  input: PartInput,
  source: DrawSource,
  cache: Pick<TemplateCache, 'get'>,
  write: (chunk: Uint8Array) => Promise<void>,
  purpose: Purpose = input.archive ? 'archive' : 'press',
): Promise<PartResult> => new PartWriter(input, source, cache, write, purpose).run()

class PartWriter {
  readonly #input: PartInput
  readonly #purpose: Purpose
  readonly #source: DrawSource
  readonly #cache: Pick<TemplateCache, 'get'>
  readonly #writer: PdfWriter
  readonly #images: ImageWriter
  readonly #tree: PageTree
  readonly #fontDictionary: number
  readonly #faces = new Map<string, FontFace>()
  readonly #glyphs = new Map<string, Set<number>>()
  readonly #templates = new Map<string, TemplateObjects>()
  readonly #imageIds = new Map<string, number>()
  readonly #pieces: PartResultPiece[] = []
  /** The content of blank pages that complete a sheet. */
  #emptyContent: number | undefined

  constructor(
    input: PartInput,
    source: DrawSource,
    cache: Pick<TemplateCache, 'get'>,
    write: (chunk: Uint8Array) => Promise<void>,
    purpose: Purpose,
  ) {
    this.#input = input
    this.#purpose = purpose
    this.#source = source
    this.#cache = cache
    this.#writer = new PdfWriter(write, { deflates: purpose !== 'pixels' })
    this.#images = new ImageWriter(this.#writer, () => deflatedResource('sRGB.icc'))
    this.#fontDictionary = this.#writer.reserve()
    this.#tree = new PageTree(this.#writer, pageBoxes(input.sheet))
  }

  async run(): Promise<PartResult> {
    const writer = this.#writer
    for await (const batch of this.#batches()) await this.#addBatch(batch)
    await this.#writeFonts()
    const pages = this.#tree.finish()
    const { root, info } = await this.#writeCatalog(pages)
    return { ...(await writer.finish(root, info)), pages: this.#tree.count, pieces: this.#pieces }
  }

  async #writeCatalog(pages: number): Promise<{ root: number; info: number }> {
    const writer = this.#writer
    const purpose = this.#purpose
    if (purpose === 'pixels') return writePlainCatalog(writer, pages)
    const metadata = { title: this.#input.title, producer: engine, createdAt: this.#input.createdAt }
    const { archive } = this.#input
    const xmp = writer.reserve()
    const packet = xmpPacket(metadata, this.#documentId(), archive && archiveXmp())
    writer.stream(xmp, '/Type/Metadata/Subtype/XML', utf8(packet))
    const intent = await writeOutputIntent(writer, this.#input, purpose)
    const attached = archive ? await attachInvoice(writer, archive, metadata) : ''
    const info = writer.reserve()
    writer.object(info, informationDictionary(metadata, purpose))
    const root = writer.reserve()
    writer.object(
      root,
      `<</Type/Catalog/Pages ${pages} 0 R/Metadata ${xmp} 0 R/OutputIntents[${intent}]${attached}>>`,
    )
    return { root, info }
  }

  /** Yields batches in order, drawn concurrently. Memory is bounded, whether drawing or writing is slower. */
  async *#batches(): AsyncGenerator<DrawnBatch> {
    const { templates, pieces } = this.#input
    const drawing: Promise<DrawnBatch>[] = []
    let next = 0
    const start = () => {
      const batch = pieces.slice(next, next + BATCH_PIECES)
      next += batch.length
      const used = new Set(batch.map((piece) => piece.templateId))
      const batchDrawn = this.#source.draw(
        templates.filter((template) => used.has(template.id)),
        batch,
      )
      // Batches are awaited in order; until then a rejection must not count as unhandled.
      batchDrawn.catch(() => undefined)
      drawing.push(batchDrawn)
    }
    try {
      while (next < pieces.length || drawing.length > 0) {
        while (next < pieces.length && drawing.length < this.#source.parallel) start()
        yield await drawing.shift()!
      }
    } finally {
      await Promise.allSettled(drawing)
    }
  }

  async #addBatch(batch: DrawnBatch): Promise<void> {
    for (const { key, ids } of batch.glyphs) this.#useGlyphs(key, ids)
    let at = 0
    for (const piece of batch.pieces) {
      const { itemId, sha256, findings } = piece
      const firstPage = this.#tree.count + 1
      const pageCount = pagesOnSheets(this.#input.sheet.plex, piece.pages.length)
      this.#pieces.push({ itemId, firstPage: pageCount === 0 ? 0 : firstPage, pageCount, sha256, findings })
      if (pageCount === 0) continue
      const objects = this.#templates.get(piece.templateId) ?? (await this.#addTemplate(piece.templateId))
      for (const [index, page] of piece.pages.entries()) {
        const stream = batch.streams.subarray(at, at + page.length)
        at += page.length
        this.#addPage(objects, index, page, stream)
      }
      if (pageCount > piece.pages.length) this.#tree.add(this.#empty(), objects.resources)
      if (this.#writer.isFull) await this.#writer.drain()
    }
  }

  #addPage(
    objects: TemplateObjects,
    index: number,
    { shared, deflated }: { shared: boolean; deflated: boolean },
    stream: Uint8Array,
  ): void {
    let content = shared ? objects.sharedPages.get(index) : undefined
    if (content === undefined) {
      content = this.#writer.reserve()
      this.#writer.stream(content, deflated ? '/Filter/FlateDecode' : '', stream)
      if (shared) objects.sharedPages.set(index, content)
    }
    this.#tree.add(content, objects.resources)
  }

  #empty(): number {
    if (this.#emptyContent === undefined) {
      this.#emptyContent = this.#writer.reserve()
      this.#writer.stream(this.#emptyContent, '', new Uint8Array())
    }
    return this.#emptyContent
  }

  #useGlyphs(key: string, ids: Iterable<number>): void {
    let set = this.#glyphs.get(key)
    if (!set) {
      set = new Set()
      this.#glyphs.set(key, set)
    }
    for (const id of ids) set.add(id)
  }

  async #addTemplate(id: string): Promise<TemplateObjects> {
    const template = await this.#cache.get(this.#input.templates.find((candidate) => candidate.id === id)!)
    for (const face of template.book.faces) this.#faces.set(face.key, face)
    for (const { key, ids } of template.layer.glyphs) this.#useGlyphs(key, ids)
    const objects = { resources: await this.#writeLayer(template), sharedPages: new Map() }
    this.#templates.set(id, objects)
    return objects
  }

  async #writeLayer({ layer, space }: LoadedTemplate): Promise<number> {
    const writer = this.#writer
    const images: string[] = []
    for (const { name, image } of layer.images) {
      let id = this.#imageIds.get(name)
      if (id === undefined) {
        id = await this.#images.write(image)
        this.#imageIds.set(name, id)
      }
      images.push(`/${name} ${id} 0 R`)
    }
    for (const page of layer.pdfPages)
      images.push(`/${page.name} ${await this.#writePdfPage(page.objects)} 0 R`)
    const resources = (objects: readonly string[]) =>
      `<</Font ${this.#fontDictionary} 0 R/XObject<<${objects.join('')}>>>>`
    const own = writer.reserve()
    writer.object(own, resources(images))
    const forms: string[] = []
    const box = `/BBox[0 0 ${num(space.width)} ${num(space.height)}]`
    for (const [index, form] of layer.forms.entries()) {
      const id = writer.reserve()
      const { filter, data } = await writer.packed(form)
      writer.stream(id, `/Type/XObject/Subtype/Form${box}/Resources ${own} 0 R${filter}`, data)
      forms.push(`/${formName(index)} ${id} 0 R`)
    }
    const all = writer.reserve()
    writer.object(all, resources([...images, ...forms]))
    return all
  }

  async #writePdfPage(objects: LoadedTemplate['layer']['pdfPages'][number]['objects']): Promise<number> {
    const ids = objects.map(() => this.#writer.reserve())
    const srgb = `${await this.#images.srgbProfile()} 0 R`
    for (const [index, { dict, stream }] of objects.entries()) {
      const source = dict
        .replaceAll(SRGB_PLACEHOLDER, srgb)
        .replace(/\{\{(\d+)\}\}/g, (_, target: string) => `${ids[Number(target)]} 0 R`)
      if (stream) await this.#writer.largeStream(ids[index]!, source, stream)
      else this.#writer.object(ids[index]!, source)
    }
    await this.#writer.drain()
    return ids[0]!
  }

  async #writeFonts(): Promise<void> {
    const entries: string[] = []
    const fonts = [...this.#glyphs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, used]) => {
        const face = this.#faces.get(key)
        // Skips glyphs of an omitted piece whose font no other piece uses.
        return face ? [{ key, face, glyphs: [...used].sort((a, b) => a - b) }] : []
      })
    const subsets = await this.#source.subset(
      fonts.map(({ face, glyphs }) => ({ bytes: face.bytes, glyphs, location: face.location })),
    )
    for (const [index, { key, face, glyphs }] of fonts.entries()) {
      const id = this.#writer.reserve()
      await writeFont(this.#writer, id, face, glyphs, subsets[index]!)
      entries.push(`/${fontName(key)} ${id} 0 R`)
    }
    this.#writer.object(this.#fontDictionary, `<<${entries.join('')}>>`)
  }

  /** Returns an id derived from the content, so that rendering again gives the same bytes. */
  #documentId(): string {
    const first = this.#pieces[0]?.sha256 ?? '0'.repeat(64)
    return `${first.slice(0, 8)}-${first.slice(8, 12)}-4${first.slice(13, 16)}-8${first.slice(17, 20)}-${first.slice(20, 32)}`
  }
}

const pageBoxes = (sheet: Sheet): string => {
  const space = new PageSpace(sheet)
  const media = `[0 0 ${num(space.width)} ${num(space.height)}]`
  const { x, y, w, h } = space.trim
  return `/MediaBox${media}/BleedBox${media}/TrimBox[${num(x)} ${num(y)} ${num(x + w)} ${num(y + h)}]`
}

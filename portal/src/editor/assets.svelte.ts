import { SvelteMap } from 'svelte/reactivity'
import type { TemplateAsset, TemplateDocument } from '#lettershop/template'
import { pdfPageKey, type ScenePdfPage, type ScenePicture } from '#lettershop/typesetting'
import { ApiProblem, answered, api, type Schemas } from '../api/client.ts'
import { pngOf } from '../paper/png.ts'

/** An upload as a design shows it; null if the id doesn't exist. */
type Known = { format: TemplateAsset['format']; widthPx: number; heightPx: number; url: string } | null

/** Larger pictures are shown by their thumbnail. */
const maxBytes = 12_000_000

/** Returns an object URL with the content of a signed URL, which expires after an hour; empty on an error. */
const objectUrlOf = async (url: string): Promise<string> => {
  const { pathname, search } = new URL(url)
  const response = await fetch(pathname + search)
  return response.ok ? URL.createObjectURL(await response.blob()) : ''
}

const missing = (error: unknown): null => {
  if (error instanceof ApiProblem && error.status === 404) return null
  throw error
}

const ofImage = async (image: Schemas['ImageAsset']): Promise<Known> => ({
  format: image.format,
  widthPx: image.widthPx,
  heightPx: image.heightPx,
  url: await objectUrlOf(image.sizeBytes > maxBytes ? image.urls.thumb : image.urls.master),
})
const ofFile = ({ kind }: Schemas['AssetFile']): Known => ({
  format: kind === 'FONT' ? 'font' : 'pdf',
  widthPx: 1,
  heightPx: 1,
  url: '',
})

const pathOf = (id: string) => ({ params: { path: { id } } })

/** The uploads that a design uses, with their pictures. */
export class Assets {
  readonly #known = new SvelteMap<string, Known>()
  readonly #requested = new Set<string>()
  /** Pictures of PDF pages by `pdfPageKey`. */
  readonly #pages = new SvelteMap<string, string>()
  readonly #specificationId: string
  #drawing: Promise<void> = Promise.resolve()

  constructor(specificationId: string) {
    this.#specificationId = specificationId
  }

  /** Loads uploads of the design that are not loaded yet. */
  load(document: TemplateDocument): void {
    for (const { asset } of document.fonts) if (asset !== undefined) this.#load(asset, 'file')
    for (const { elements } of document.pages) {
      for (const element of elements) {
        if (element.type === 'image') this.#load(element.asset, 'image')
        if (element.type === 'pdf') {
          this.#load(element.asset, 'file')
          this.#loadPage(document, element.asset, element.page)
        }
      }
    }
  }

  async sizeOf(id: string): Promise<{ widthPx: number; heightPx: number }> {
    return this.#known.get(id) ?? answered(api.GET('/v1/assets/{id}', pathOf(id)))
  }

  get(id: string): Known | undefined {
    return this.#known.get(id)
  }

  /**
   * Assets for the publishing rules, without missing ones; those still loading are assumed to suit their use.
   */
  usable(document: TemplateDocument): TemplateAsset[] {
    const used = new Map<string, TemplateAsset['format']>()
    for (const { asset } of document.fonts) if (asset !== undefined) used.set(asset, 'font')
    for (const { elements } of document.pages) {
      for (const element of elements) {
        if (element.type === 'image') used.set(element.asset, 'png')
        if (element.type === 'pdf') used.set(element.asset, 'pdf')
      }
    }
    return [...used].flatMap(([id, guessed]) => {
      const known = this.#known.get(id)
      return known === null ? [] : { id, format: known?.format ?? guessed }
    })
  }

  /** The resources that content streams refer to by name, and their URLs. */
  get scene(): {
    images: ScenePicture[]
    pdfPages: ScenePdfPage[]
    pictures: ReadonlyMap<string, string>
  } {
    const images: ScenePicture[] = []
    const pdfPages: ScenePdfPage[] = []
    const pictures = new Map<string, string>()
    for (const [asset, known] of this.#known) {
      if (!known?.url) continue
      const name = `I${images.length}`
      images.push({ name, asset, image: { ...known, orientation: 1 } })
      pictures.set(name, known.url)
    }
    for (const [key, url] of this.#pages) {
      const name = `P${pdfPages.length}`
      const [asset = '', page = '1'] = key.split('#')
      // The picture of a PDF page fills the unit square, like any other picture.
      pdfPages.push({ name, asset, page: Number(page), width: 1, height: 1 })
      pictures.set(name, url)
    }
    return { images, pdfPages, pictures }
  }

  #load(id: string, kind: 'image' | 'file'): void {
    if (this.#requested.has(id)) return
    this.#requested.add(id)
    const loading =
      kind === 'image'
        ? answered(api.GET('/v1/assets/{id}', pathOf(id))).then(ofImage)
        : answered(api.GET('/v1/asset-files/{id}', pathOf(id))).then(ofFile)
    void loading.catch(missing).then(
      (known) => this.#known.set(id, known),
      () => this.#requested.delete(id),
    )
  }

  /** Requests pictures of PDF pages with bleed, one after another. */
  #loadPage(document: TemplateDocument, asset: string, page: number): void {
    const key = pdfPageKey(asset, page)
    if (this.#requested.has(key)) return
    this.#requested.add(key)
    const { trim, bleed } = document
    const box = { x: -bleed, y: -bleed, w: trim.w + 2 * bleed, h: trim.h + 2 * bleed }
    const body = {
      productSpecificationId: this.#specificationId,
      document: { ...document, pages: [{ side: 'front', elements: [{ type: 'pdf', ...box, asset, page }] }] },
      dpi: 144,
      box: 'BLEED',
    } as Schemas['TemplatePreviewRequest']
    this.#drawing = this.#drawing.then(async () => {
      try {
        const { image } = await answered(api.POST('/v1/templates/preview', { body }))
        if (image) this.#pages.set(key, URL.createObjectURL(pngOf(image.png)))
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        this.#requested.delete(key)
      }
    })
  }

  close(): void {
    for (const known of this.#known.values()) if (known?.url) URL.revokeObjectURL(known.url)
    for (const url of this.#pages.values()) URL.revokeObjectURL(url)
  }
}

import { utf8 } from '../../../core/kernel/bytes.ts'
import type { PdfWriter } from './writer.ts'

/** Children per node, so that readers find a page of a long file in two steps. */
const FAN_OUT = 64

/**
 * Writes the page tree incrementally. Full nodes leave memory, so a file of 100,000 pages keeps some thousand
 * numbers. Parents are reserved before their children are written.
 */
export class PageTree {
  count = 0
  readonly #writer: PdfWriter
  readonly #boxes: string
  readonly #root: number
  readonly #branches: { id: number; count: number }[] = []
  #leaf: { id: number; parent: number; pages: number[] } | undefined
  #branch: { id: number; leaves: { id: number; count: number }[] } | undefined

  constructor(writer: PdfWriter, boxes: string) {
    this.#writer = writer
    this.#boxes = boxes
    this.#root = writer.reserve()
  }

  add(content: number, resources: number): void {
    this.#branch ??= { id: this.#writer.reserve(), leaves: [] }
    this.#leaf ??= { id: this.#writer.reserve(), parent: this.#branch.id, pages: [] }
    const page = this.#writer.reserve()
    // PDF/X-4 requires a blending space because images may be translucent.
    const group = '/Group<</S/Transparency/CS/DeviceCMYK>>'
    this.#writer.object(
      page,
      `<</Type/Page/Parent ${this.#leaf.id} 0 R${this.#boxes}/Resources ${resources} 0 R/Contents ${content} 0 R${group}>>`,
    )
    this.count++
    this.#leaf.pages.push(page)
    if (this.#leaf.pages.length === FAN_OUT) this.#closeLeaf()
    if (this.#branch.leaves.length === FAN_OUT) this.#closeBranch()
  }

  finish(): number {
    this.#closeLeaf()
    this.#closeBranch()
    const kids = this.#branches.map(({ id }) => `${id} 0 R`).join(' ')
    this.#writer.object(this.#root, `<</Type/Pages/Count ${this.count}/Kids[${kids}]>>`)
    return this.#root
  }

  #closeLeaf(): void {
    const leaf = this.#leaf
    if (!leaf) return
    this.#leaf = undefined
    const kids = leaf.pages.map((id) => `${id} 0 R`).join(' ')
    this.#writer.object(
      leaf.id,
      `<</Type/Pages/Parent ${leaf.parent} 0 R/Count ${leaf.pages.length}/Kids[${kids}]>>`,
    )
    this.#branch!.leaves.push({ id: leaf.id, count: leaf.pages.length })
  }

  #closeBranch(): void {
    const branch = this.#branch
    if (!branch) return
    this.#branch = undefined
    const count = branch.leaves.reduce((sum, leaf) => sum + leaf.count, 0)
    const kids = branch.leaves.map(({ id }) => `${id} 0 R`).join(' ')
    this.#writer.object(branch.id, `<</Type/Pages/Parent ${this.#root} 0 R/Count ${count}/Kids[${kids}]>>`)
    this.#branches.push({ id: branch.id, count })
  }
}

/** Finishes a file of one page that is only rasterised. The size is in points. */
export const finishPage = async (
  writer: PdfWriter,
  { width, height }: { width: number; height: number },
  operators: string,
  resources = '',
): Promise<void> => {
  const content = writer.reserve()
  writer.stream(content, '', utf8(operators))
  const pages = writer.reserve()
  const page = writer.reserve()
  writer.object(
    page,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources<<${resources}>>>>`,
  )
  writer.object(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`)
  const { root, info } = writePlainCatalog(writer, pages)
  await writer.finish(root, info)
}

export const writePlainCatalog = (writer: PdfWriter, pages: number): { root: number; info: number } => {
  const root = writer.reserve()
  writer.object(root, `<</Type/Catalog/Pages ${pages} 0 R>>`)
  const info = writer.reserve()
  writer.object(info, '<<>>')
  return { root, info }
}

import { words as w } from 'words:editor'
import { contains, elementBox, type TemplateDocument } from '#lettershop/template'
import { ApiProblem, type Schemas } from '../api/client.ts'
import { uploadFile } from '../api/upload.ts'
import { notices } from '../shell/notices.svelte.ts'
import type { FontFace } from '../ui/font-faces.ts'
import type { Assets } from './assets.svelte.ts'
import type { Editing } from './editing.svelte.ts'
import { type FileKind, kindOfFile, withFont, withFontOf } from './model/dropped.ts'
import { hasRoom, withAdded, withElements } from './model/edits.ts'
import { newPicture } from './model/new-element.ts'
import { type PlacedPdf, placedPdf } from './model/placed-pdf.ts'

/** Offset between files dropped together, in mm. */
const ASIDE_MM = 5

interface Point {
  x: number
  y: number
}

/** A dropped file and its progress; kept while there is something to report. */
export interface DroppedFile {
  id: number
  name: string
  totalBytes: number
  sentBytes: number
  /** The file type is not supported. */
  isUnknown?: boolean
  /** The template's limit of fonts is reached. */
  isTooMany?: boolean
  /** The page is full or deleted, or an unexpected error occurred. */
  isNotPlaced?: boolean
  problem?: ApiProblem | undefined
  chooseFace?: ((face: FontFace) => void) | undefined
  findings?: Schemas['Finding'][]
}

/** Page and position of the drop, kept because the user may switch pages during the upload. */
interface Target {
  page: number
  at: Point
}

let last = 0

/** Uploads files dropped on the sheet one after another, and places each at its position. */
export class Dropping {
  files = $state<DroppedFile[]>([])
  readonly #editing: Editing
  readonly #assets: Assets
  #work: Promise<void> = Promise.resolve()
  #hasLeft = false

  constructor(editing: Editing, assets: Assets) {
    this.#editing = editing
    this.#assets = assets
  }

  /** Whether uploads are in progress. */
  get isRunning(): boolean {
    return this.files.some(
      ({ isUnknown, isTooMany, isNotPlaced, problem, findings }) =>
        !(isUnknown || isTooMany || isNotPlaced || problem || findings),
    )
  }

  /** Call when the user leaves the screen. Remaining files are uploaded but not placed; notices say so. */
  leave(): void {
    this.#hasLeft = true
  }

  take(files: readonly File[], at: Point): void {
    if (this.#editing.isReadOnly) return
    const { page } = this.#editing
    for (const [index, file] of files.entries()) {
      const kind = kindOfFile(file)
      const about = { id: ++last, name: file.name, totalBytes: file.size, sentBytes: 0 }
      this.files.push(kind ? about : { ...about, isUnknown: true })
      const dropped = this.files.at(-1)!
      const target = { page, at: { x: at.x + index * ASIDE_MM, y: at.y + index * ASIDE_MM } }
      if (!kind) continue
      const sending = this.#work.then(() => this.#send(file, kind, dropped, target))
      // A failure doesn't stop the next upload.
      this.#work = sending.catch(() => undefined)
    }
  }

  dismiss(id: number): void {
    this.files = this.files.filter((file) => file.id !== id)
  }

  async #send(
    file: File,
    kind: FileKind,
    dropped: DroppedFile,
    target: Target,
    face?: FontFace,
  ): Promise<void> {
    dropped.problem = undefined
    dropped.chooseFace = (chosen) => void this.#send(file, kind, dropped, target, chosen)
    try {
      const progressed = (bytes: number) => {
        dropped.sentBytes = bytes
      }
      const upload = await uploadFile(file, kind, progressed, face)
      if (face?.name) dropped.name = face.name
      await this.#place(kind, upload, dropped, target)
      if (upload.findings.length > 0) dropped.findings = upload.findings
      else if (!dropped.isTooMany && !dropped.isNotPlaced) this.dismiss(dropped.id)
    } catch (error) {
      if (error instanceof ApiProblem) dropped.problem = error
      else {
        dropped.isNotPlaced = true
        reportError(error)
      }
    }
  }

  async #place(
    kind: FileKind,
    { assetId, pages }: Schemas['Upload'],
    dropped: DroppedFile,
    { page, at }: Target,
  ): Promise<void> {
    const editing = this.#editing
    const asset = assetId!
    const size = kind === 'IMAGE' ? await this.#assets.sizeOf(asset) : undefined
    if (this.#hasLeft) {
      notices.show(w().notPlaced({ name: dropped.name }))
      return
    }
    if (kind === 'FONT') {
      const { document, font } = withFont(editing.document, asset, dropped.name)
      if (font === undefined) dropped.isTooMany = true
      else this.#setIn(document, font, page, at)
      return
    }
    // Uses the current document, which may have changed while the size was requested.
    if (!hasRoom(editing.document, page)) {
      dropped.isNotPlaced = true
      return
    }
    if (kind === 'PDF') {
      this.#showPdf(placedPdf(asset, pages, editing.sheet, at), page)
      return
    }
    const picture = newPicture(asset, size!, editing.sheet, at)
    const { document, chosen } = withAdded(editing.document, page, [picture])
    this.#show(document, page, chosen)
  }

  #showPdf({ element, isBackground }: PlacedPdf, page: number): void {
    const { document } = this.#editing
    if (isBackground) {
      this.#show(
        withElements(document, page, (elements) => [element, ...elements]),
        page,
        [0],
      )
      return
    }
    const added = withAdded(document, page, [element])
    this.#show(added.document, page, added.chosen)
  }

  /** Applies the font to the text at this point. Without one, only adds the font to the document. */
  #setIn(document: TemplateDocument, font: string, page: number, { x, y }: Point): void {
    const { sheet } = this.#editing
    const at = document.pages[page]?.elements.findLastIndex((element) => {
      const box = elementBox(element, sheet, page + 1)
      return 'font' in element && box && contains(box, { x, y, w: 0, h: 0 })
    })
    if (at === undefined || at < 0) this.#editing.change(document)
    else this.#show(withFontOf(document, page, at, font), page, [at])
  }

  /** Applies the change, and selects the placed elements if their page is still shown. */
  #show(document: TemplateDocument, page: number, chosen: readonly number[]): void {
    this.#editing.endGesture()
    this.#editing.change(document, undefined, page === this.#editing.page ? chosen : undefined)
  }
}

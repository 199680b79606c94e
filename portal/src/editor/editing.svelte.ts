import type { Sheet, TemplateDocument, TemplateElement } from '#lettershop/template'
import { isMovable, moved } from './model/boxes.ts'
import { copiesOf, patched, reordered, withAdded, withChanged, withElements, without } from './model/edits.ts'
import { History } from './model/history.ts'
import type { Place } from './model/places.ts'

interface Snapshot {
  document: TemplateDocument
  page: number
  chosen: readonly number[]
}

/** The edited document with its selection and undo history. */
export class Editing {
  document: TemplateDocument = $state.raw({} as TemplateDocument)
  /** 0-based. */
  page = $state(0)
  /** Indices of the selected elements on the page. */
  chosen = $state.raw<readonly number[]>([])
  canUndo = $state(false)
  canRedo = $state(false)
  /** True during a drag; expensive updates wait until it ends. */
  isMoving = $state(false)
  /** Incremented to request focus on the text field. */
  textFocusCount = $state(0)
  /** Caret position for the requested focus; undefined if no click set one. */
  caret: number | undefined
  readonly sheet: Sheet
  readonly isReadOnly: boolean
  readonly #history = new History<Snapshot>()

  constructor(document: TemplateDocument, sheet: Sheet, isReadOnly: boolean) {
    this.document = document
    this.sheet = sheet
    this.isReadOnly = isReadOnly
  }

  get elements(): readonly TemplateElement[] {
    return this.document.pages[this.page]?.elements ?? []
  }

  /** The selected element, if it is the only one. */
  get one(): TemplateElement | undefined {
    return this.chosen.length === 1 ? this.elements[this.chosen[0]!] : undefined
  }

  /** Replaces the document, unless read-only. Successive changes of one gesture are one undo step. */
  change(document: TemplateDocument, gesture?: string, chosen = this.chosen): void {
    if (this.isReadOnly || document === this.document) return
    this.#history.note(this.#snapshot(), gesture)
    this.#show({ document, page: this.page, chosen })
  }

  /** Moves the focus to the selected element's text field. */
  focusText(caret?: number): void {
    this.caret = caret
    this.textFocusCount++
  }

  endGesture(): void {
    this.#history.endGesture()
  }

  changeChosen(change: (element: TemplateElement, index: number) => TemplateElement, gesture?: string): void {
    this.change(withChanged(this.document, this.page, this.chosen, change), gesture)
  }

  /** Sets fields of all selected elements. */
  patch(fields: object, gesture?: string): void {
    this.changeChosen((element) => patched(element, fields), gesture)
  }

  set(fields: Partial<TemplateDocument>, gesture?: string): void {
    this.change({ ...this.document, ...fields }, gesture)
  }

  nudge(dx: number, dy: number): void {
    if (!this.chosen.some((index) => isMovable(this.elements[index]!))) return
    this.changeChosen((element) => moved(element, dx, dy), `nudge ${this.chosen.join()}`)
  }

  add(elements: readonly TemplateElement[]): void {
    const { document, chosen } = withAdded(this.document, this.page, elements)
    this.change(document, undefined, chosen)
  }

  /** Adds an element below all others, and selects it. */
  addBelow(element: TemplateElement): void {
    this.change(
      withElements(this.document, this.page, (elements) => [element, ...elements]),
      undefined,
      [0],
    )
  }

  remove(): void {
    if (this.chosen.length === 0) return
    this.change(without(this.document, this.page, this.chosen), undefined, [])
  }

  duplicate(): void {
    const copies = copiesOf(this.chosen.map((index) => this.elements[index]!))
    if (copies.length > 0) this.add(copies)
  }

  reorder(from: number, to: number): void {
    if (to < 0 || to >= this.elements.length) return
    this.change(reordered(this.document, this.page, from, to), undefined, [to])
  }

  choose(chosen: readonly number[]): void {
    this.endGesture()
    this.chosen = chosen
  }

  /** Selects or deselects an element. */
  toggle(index: number): void {
    this.choose(
      this.chosen.includes(index) ? this.chosen.filter((one) => one !== index) : [...this.chosen, index],
    )
  }

  turnTo(page: number): void {
    if (page === this.page) return
    this.page = page
    this.choose([])
  }

  goTo({ page, element }: Place): void {
    if (page !== undefined && page < this.document.pages.length) this.turnTo(page)
    this.choose(element === undefined ? [] : [element])
  }

  undo(): void {
    const state = this.#history.undo(this.#snapshot())
    if (state) this.#show(state)
  }

  redo(): void {
    const state = this.#history.redo(this.#snapshot())
    if (state) this.#show(state)
  }

  #snapshot(): Snapshot {
    return { document: this.document, page: this.page, chosen: this.chosen }
  }

  #show({ document, page, chosen }: Snapshot): void {
    this.document = document
    this.page = Math.min(page, document.pages.length - 1)
    this.chosen = chosen.filter((index) => index < this.elements.length)
    this.canUndo = this.#history.canUndo
    this.canRedo = this.#history.canRedo
  }
}

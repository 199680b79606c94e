import { elementBox, overlaps, type TemplateDocument } from '#lettershop/template'
import type { Editing } from './editing.svelte.ts'
import {
  around,
  type BoxMm,
  between,
  framed,
  frameOf,
  type Handle,
  isMovable,
  keepsRatioOf,
  moved,
  resized,
} from './model/boxes.ts'
import { withChanged } from './model/edits.ts'
import { type Lines, linesOf, snapMove, snapResize } from './model/snap.ts'

/** Snap distance, in pixels. */
const REACH_PX = 6
/** Shorter movements count as a click. */
const DRAG_PX = 3

interface Point {
  x: number
  y: number
}

/** Modifier keys held during the movement. */
interface Keys {
  /** Alt: no snapping. */
  isFree: boolean
  /** Shift: moves along one axis; for resizing see `keepsRatioOf`. */
  keeps: boolean
}

interface Start {
  kind: 'move' | 'resize' | 'marquee'
  handle?: Handle
  at: Point
  document: TemplateDocument
  chosen: readonly number[]
  lines: Lines
  box: BoxMm
}

let count = 0
const none: Lines = { x: [], y: [] }

/** Pointer interaction on the sheet: dragging the selection, its handles, or a selection rectangle. */
export class Gesture {
  guides: Lines = $state.raw(none)
  marquee = $state.raw<BoxMm | undefined>(undefined)
  readonly #editing: Editing
  #start: Start | undefined
  #name = ''
  #isDragged = false

  constructor(editing: Editing) {
    this.#editing = editing
  }

  begin(kind: Start['kind'], at: Point, handle?: Handle): void {
    const { document, chosen, elements, page, sheet } = this.#editing
    const isStill = (index: number) => !chosen.includes(index)
    const others = elements.flatMap((element, index) =>
      isStill(index) ? (elementBox(element, sheet, page + 1) ?? []) : [],
    )
    const own = chosen.flatMap((index) => frameOf(elements[index]!) ?? [])
    this.#start = {
      kind,
      at,
      document,
      chosen,
      lines: linesOf({ ...sheet, safe: document.safe }, page + 1, others),
      box: around(own) ?? { ...at, w: 0, h: 0 },
      ...(handle ? { handle } : {}),
    }
    this.#name = `drag ${++count}`
    this.#isDragged = false
  }

  /** `pixels` is the number of pixels per mm. */
  move(to: Point, pixels: number, keys: Keys): void {
    const start = this.#start
    if (!start) return
    const [dx, dy] = [to.x - start.at.x, to.y - start.at.y]
    if (!this.#isDragged && Math.hypot(dx, dy) * pixels < DRAG_PX) return
    this.#isDragged = true
    if (start.kind === 'marquee') this.marquee = between(start.at, to)
    else if (!this.#editing.isReadOnly) {
      this.#editing.isMoving = true
      if (start.kind === 'move') this.#drag(start, dx, dy, pixels, keys)
      else this.#resize(start, dx, dy, pixels, keys)
    }
  }

  /** Ends the interaction, and selects what a selection rectangle overlaps. Returns false for a click. */
  end(): boolean {
    const { marquee } = this
    if (marquee) this.#chooseWithin(marquee)
    this.#start = undefined
    this.guides = none
    this.marquee = undefined
    this.#editing.isMoving = false
    this.#editing.endGesture()
    return this.#isDragged
  }

  #drag(start: Start, dx: number, dy: number, pixels: number, { isFree, keeps }: Keys): void {
    const isAcross = Math.abs(dx) >= Math.abs(dy)
    const delta = keeps ? { dx: isAcross ? dx : 0, dy: isAcross ? 0 : dy } : { dx, dy }
    const found = isFree
      ? { ...delta, guides: none }
      : snapMove(start.box, delta.dx, delta.dy, start.lines, REACH_PX / pixels)
    const by = keeps ? { dx: isAcross ? found.dx : 0, dy: isAcross ? 0 : found.dy } : found
    this.guides = found.guides
    this.#show(start, (element) => moved(element, by.dx, by.dy))
  }

  #resize(start: Start, dx: number, dy: number, pixels: number, { isFree, keeps }: Keys): void {
    const handle = start.handle!
    const found = isFree
      ? { dx, dy, guides: none }
      : snapResize(start.box, handle, dx, dy, start.lines, REACH_PX / pixels)
    this.guides = found.guides
    this.#show(start, (element) => {
      const least = element.type === 'line' ? 0 : 1
      const keepsRatio = keepsRatioOf(element, handle, keeps)
      return framed(element, resized(start.box, handle, found.dx, found.dy, keepsRatio, least))
    })
  }

  #show(start: Start, change: Parameters<typeof withChanged>[3]): void {
    const { page } = this.#editing
    const movable = start.chosen.filter((index) => isMovable(start.document.pages[page]!.elements[index]!))
    if (movable.length === 0) return
    this.#editing.change(withChanged(start.document, page, movable, change), this.#name)
  }

  #chooseWithin(marquee: BoxMm): void {
    const { elements, page, sheet } = this.#editing
    this.#editing.choose(
      elements.flatMap((element, index) => {
        const box = elementBox(element, sheet, page + 1)
        return box && overlaps(marquee, box) && !holds(box, marquee) ? index : []
      }),
    )
  }
}

/** Whether a box contains another. A selection rectangle within a background doesn't select it. */
const holds = (outer: BoxMm, inner: BoxMm): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.w >= inner.x + inner.w &&
  outer.y + outer.h >= inner.y + inner.h

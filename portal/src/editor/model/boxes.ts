import { type BoxMm, limits, type TemplateElement } from '#lettershop/template'

export type { BoxMm }

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** Rounds to 0.01 mm, finer than any printer's accuracy. */
export const rounded = (mm: number): number => Math.round(mm * 100) / 100

/** Grid for dragging, and step of the arrow keys. */
export const STEP_MM = 0.1
export const onGrid = (mm: number): number => rounded(Math.round(mm / STEP_MM) * STEP_MM)

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
const position = (mm: number): number => rounded(within(mm, limits.positionMinMm, limits.positionMaxMm))
const size = (mm: number): number => rounded(within(mm, limits.sizeMinMm, limits.positionMaxMm))

/** The product fixes the position of the address. */
export const isMovable = (element: TemplateElement): boolean => element.type !== 'address'

export const moved = (element: TemplateElement, dx: number, dy: number): TemplateElement => {
  switch (element.type) {
    case 'address':
      return element
    case 'line':
      return {
        ...element,
        x1: position(element.x1 + dx),
        y1: position(element.y1 + dy),
        x2: position(element.x2 + dx),
        y2: position(element.y2 + dy),
      }
    default:
      return { ...element, x: position(element.x + dx), y: position(element.y + dy) }
  }
}

/** Returns an element's box, for a line its bounding box; undefined for the address. */
export const frameOf = (element: TemplateElement): BoxMm | undefined => {
  switch (element.type) {
    case 'address':
      return undefined
    case 'qr':
      return { x: element.x, y: element.y, w: element.size, h: element.size }
    case 'line':
      return {
        x: Math.min(element.x1, element.x2),
        y: Math.min(element.y1, element.y2),
        w: Math.abs(element.x1 - element.x2),
        h: Math.abs(element.y1 - element.y2),
      }
    default:
      return { x: element.x, y: element.y, w: element.w, h: element.h }
  }
}

/** Returns the element with another frame. A QR code stays square; the address doesn't change. */
export const framed = (element: TemplateElement, frame: BoxMm): TemplateElement => {
  switch (element.type) {
    case 'address':
      return element
    case 'qr': {
      const side = rounded(within(Math.max(frame.w, frame.h), limits.qrSizeMinMm, limits.qrSizeMaxMm))
      return { ...element, x: position(frame.x), y: position(frame.y), size: side }
    }
    case 'line': {
      const [left, right] = [position(frame.x), position(frame.x + frame.w)]
      const [top, bottom] = [position(frame.y), position(frame.y + frame.h)]
      const [x1, x2] = element.x1 <= element.x2 ? [left, right] : [right, left]
      const [y1, y2] = element.y1 <= element.y2 ? [top, bottom] : [bottom, top]
      return { ...element, x1, y1, x2, y2 }
    }
    default:
      return { ...element, x: position(frame.x), y: position(frame.y), w: size(frame.w), h: size(frame.h) }
  }
}

/**
 * Whether an element keeps its aspect ratio while a handle is dragged: QR codes always, pictures at corners
 * unless Shift is held, anything else only with Shift. Dragging a picture's side without Shift crops it.
 */
export const keepsRatioOf = (
  { type }: Pick<TemplateElement, 'type'>,
  handle: Handle,
  shift: boolean,
): boolean => type === 'qr' || (type === 'image' && handle.length === 2 ? !shift : shift)

/** Returns a picture resized in proportion, with sides of at least `min` mm. */
export const pictureScaled = (
  { w, h }: { w: number; h: number },
  side: 'w' | 'h',
  value: number,
  min: number,
): { w: number; h: number } => {
  const scale = Math.max(value / (side === 'w' ? w : h), min / Math.min(w, h))
  return { w: onGrid(w * scale), h: onGrid(h * scale) }
}

/** Returns the frame after dragging a handle. */
export const resized = (
  frame: BoxMm,
  handle: Handle,
  dx: number,
  dy: number,
  keepsRatio: boolean,
  min = 1,
): BoxMm => {
  const west = handle.includes('w')
  const north = handle.includes('n')
  const east = handle.includes('e')
  const south = handle.includes('s')
  let w = Math.max(min, frame.w + (east ? dx : west ? -dx : 0))
  let h = Math.max(min, frame.h + (south ? dy : north ? -dy : 0))
  if (keepsRatio && frame.w > 0 && frame.h > 0) {
    const isCorner = handle.length === 2
    const scale = isCorner ? Math.max(w / frame.w, h / frame.h) : east || west ? w / frame.w : h / frame.h
    w = frame.w * scale
    h = frame.h * scale
  }
  return {
    x: west ? frame.x + frame.w - w : frame.x,
    y: north ? frame.y + frame.h - h : frame.y,
    w,
    h,
  }
}

export const around = (boxes: readonly BoxMm[]): BoxMm | undefined => {
  if (boxes.length === 0) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.w))
  const bottom = Math.max(...boxes.map((box) => box.y + box.h))
  return { x, y, w: right - x, h: bottom - y }
}

export const between = (a: { x: number; y: number }, b: { x: number; y: number }): BoxMm => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  w: Math.abs(a.x - b.x),
  h: Math.abs(a.y - b.y),
})

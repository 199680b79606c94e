import type { TemplateDocument } from '#lettershop/template'
import { around, frameOf, isMovable, moved } from './boxes.ts'
import { withChanged } from './edits.ts'

export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'] as const
export type Alignment = (typeof alignments)[number]

/** Aligns elements with their common bounding box, or distributes them evenly. The address stays. */
export const aligned = (
  document: TemplateDocument,
  page: number,
  chosen: readonly number[],
  how: Alignment,
): TemplateDocument => {
  const elements = document.pages[page]!.elements
  const own = chosen.flatMap((index) => {
    const element = elements[index]
    const frame = element && isMovable(element) ? frameOf(element) : undefined
    return frame ? { index, frame } : []
  })
  const whole = around(own.map(({ frame }) => frame))
  if (!whole) return document
  const by = new Map<number, { dx: number; dy: number }>()
  if (how === 'across' || how === 'down') spread(own, how, by)
  else
    for (const { index, frame } of own) {
      const freeX = whole.w - frame.w
      const freeY = whole.h - frame.h
      const x = { left: 0, centre: freeX / 2, right: freeX }[how as 'left']
      const y = { top: 0, middle: freeY / 2, bottom: freeY }[how as 'top']
      by.set(index, {
        dx: x === undefined ? 0 : whole.x + x - frame.x,
        dy: y === undefined ? 0 : whole.y + y - frame.y,
      })
    }
  return withChanged(document, page, [...by.keys()], (element, index) => {
    const { dx, dy } = by.get(index)!
    return moved(element, dx, dy)
  })
}

type Framed = { index: number; frame: { x: number; y: number; w: number; h: number } }

/** Adds to `by` the moves that space elements evenly between the outermost ones, which stay. */
const spread = (
  own: readonly Framed[],
  how: 'across' | 'down',
  by: Map<number, { dx: number; dy: number }>,
) => {
  const [start, side] = how === 'across' ? (['x', 'w'] as const) : (['y', 'h'] as const)
  const sorted = own.toSorted((a, b) => a.frame[start] - b.frame[start])
  const first = sorted[0]!.frame
  const last = sorted.at(-1)!.frame
  const taken = sorted.reduce((sum, { frame }) => sum + frame[side], 0)
  const space = (last[start] + last[side] - first[start] - taken) / Math.max(1, sorted.length - 1)
  let at = first[start]
  for (const { index, frame } of sorted) {
    const move = at - frame[start]
    by.set(index, how === 'across' ? { dx: move, dy: 0 } : { dx: 0, dy: move })
    at += frame[side] + space
  }
}

import type { Matrix } from './canvas.ts'
import type { SvgNode } from './document.ts'
import { DrawingFault } from './document.ts'
import { drawingFaults } from './sentences.ts'
import { lengthOf } from './shapes.ts'

const { say } = drawingFaults

export interface SvgPage {
  /** In points. */
  width: number
  height: number
  /** From the drawing's units to points from the lower left corner. */
  matrix: Matrix
}

const POINTS_PER_PIXEL = 0.75
/** PDF's largest page. */
const MAX_POINTS = 14_400

/** Returns the size of an SVG and the matrix of its units. Throws `DrawingFault`. */
export const svgPage = ({ attributes, line }: SvgNode): SvgPage => {
  const box = attributes.viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = box?.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0
  const [x, y, w, h] = isBox ? (box as [number, number, number, number]) : [0, 0, undefined, undefined]
  const given = [lengthOf(attributes.width), lengthOf(attributes.height)]
  const ratio = w !== undefined && h !== undefined ? w / h : undefined
  // A missing side follows from the other one and the aspect ratio of the view box.
  const across = given[0] ?? (given[1] !== undefined && ratio ? given[1] * ratio : w)
  const down = given[1] ?? (given[0] !== undefined && ratio ? given[0] / ratio : h)
  const isValid = (value: number | undefined): value is number =>
    value !== undefined && value > 0 && value * POINTS_PER_PIXEL <= MAX_POINTS
  if (!isValid(across) || !isValid(down)) {
    throw new DrawingFault(say('drawing_damaged.size', { line, limit: Math.floor((MAX_POINTS * 25.4) / 72) }))
  }
  const [width, height] = [across * POINTS_PER_PIXEL, down * POINTS_PER_PIXEL]
  const { sx, sy, dx, dy } = fitted(attributes.preserveAspectRatio, [across, down], [w ?? across, h ?? down])
  const scale = POINTS_PER_PIXEL
  return {
    width,
    height,
    matrix: [sx * scale, 0, 0, -sy * scale, (dx - x * sx) * scale, height - (dy - y * sy) * scale],
  }
}

/** Returns the scales and the upper left corner of the view box on the page. */
const fitted = (
  text: string | undefined,
  [across, down]: readonly [number, number],
  [w, h]: readonly [number, number],
): { sx: number; sy: number; dx: number; dy: number } => {
  const [align = 'xMidYMid', fit] = (text ?? '').trim().split(/\s+/).filter(Boolean)
  const [sx, sy] = [across / w, down / h]
  if (align === 'none') return { sx, sy, dx: 0, dy: 0 }
  const scale = fit === 'slice' ? Math.max(sx, sy) : Math.min(sx, sy)
  const share = (name: string | undefined) => (name === 'Min' ? 0 : name === 'Max' ? 1 : 0.5)
  const [, horizontal, vertical] = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(align) ?? []
  return {
    sx: scale,
    sy: scale,
    dx: (across - w * scale) * share(horizontal),
    dy: (down - h * scale) * share(vertical),
  }
}

import { type Area, Bounds, type Matrix } from './uses.ts'

/** Where more texts than these are repeated, all of what is painted counts as text. */
const MOST_TILES = 5_000

/**
 * Where the texts of a pattern's cell are in an area that is painted with it. The cell is repeated at its steps, which
 * its matrix turns and scales.
 */
export const tiled = (
  texts: readonly Area[],
  matrix: Matrix,
  [across, up]: readonly [across: number, up: number],
  painted: Area,
): Area[] => {
  const [a, b, c, d] = matrix
  const step: Matrix = [a * across, b * across, c * up, d * up, 0, 0]
  const inverse = inverseOf(step)
  if (!inverse || !hasNumbers(painted)) return [painted]
  const found: Area[] = []
  for (const text of texts) {
    // A repetition is seen where its box begins no further left and below than its own size.
    const reach = { w: painted.w + text.w, h: painted.h + text.h }
    const { area } = new Bounds().box(
      inverse,
      painted.x - text.x - text.w,
      painted.y - text.y - text.h,
      reach.w,
      reach.h,
    )
    const [left, right] = [Math.ceil(area.x), Math.floor(area.x + area.w)]
    const [bottom, top] = [Math.ceil(area.y), Math.floor(area.y + area.h)]
    const count = Math.max(0, right - left + 1) * Math.max(0, top - bottom + 1)
    if (!(found.length + count <= MOST_TILES)) return [painted]
    for (let i = left; i <= right; i++)
      for (let j = bottom; j <= top; j++)
        found.push({ ...text, x: text.x + i * step[0] + j * step[2], y: text.y + i * step[1] + j * step[3] })
  }
  return found
}

const hasNumbers = ({ x, y, w, h }: Area): boolean => [x, y, w, h].every(Number.isFinite)

/** Undefined where a matrix cannot be inverted. */
const inverseOf = ([a, b, c, d]: Matrix): Matrix | undefined => {
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return undefined
  return [d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0]
}

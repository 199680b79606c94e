/** Coordinates on the axes of a variable font by axis tag, for example `{ wght: 700 }`. */
export type AxisLocation = Readonly<Record<string, number>>

/** An axis of a variable font, in design units; `wght` uses the weights of CSS. */
interface Axis {
  tag: string
  min: number
  default: number
  max: number
}

export interface Axes {
  axes: readonly Axis[]
  /** `wght` values of the named instances whose other axes are at their defaults, in ascending order. */
  weights: readonly number[]
}

const fixed = (view: DataView, at: number): number => view.getInt32(at) / 65_536

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Reads the `fvar` table. Returns no axes when the table is missing or damaged. */
export const readAxes = (fvar: DataView | undefined): Axes => {
  if (!fvar || fvar.byteLength < 16) return { axes: [], weights: [] }
  const start = fvar.getUint16(4)
  const [count, size] = [fvar.getUint16(8), fvar.getUint16(10)]
  const [styles, styleSize] = [fvar.getUint16(12), fvar.getUint16(14)]
  if (start + count * size + styles * styleSize > fvar.byteLength || size < 20)
    return { axes: [], weights: [] }
  const axes = Array.from({ length: count }, (_, index): Axis => {
    const at = start + index * size
    return {
      tag: tagAt(fvar, at),
      min: fixed(fvar, at + 4),
      default: fixed(fvar, at + 8),
      max: fixed(fvar, at + 12),
    }
  })
  const weight = axes.findIndex(({ tag }) => tag === 'wght')
  if (weight < 0) return { axes, weights: [] }
  const weights = new Set<number>()
  for (let index = 0; index < styles; index++) {
    const at = start + count * size + index * styleSize + 4
    const isPlain = axes.every(
      (axis, place) => place === weight || fixed(fvar, at + place * 4) === axis.default,
    )
    if (isPlain) weights.add(fixed(fvar, at + weight * 4))
  }
  weights.add(axes[weight]!.default)
  return { axes, weights: [...weights].sort((a, b) => a - b) }
}

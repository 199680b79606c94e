/** `[a b c d e f]`, as `cm` takes it. */
export type Matrix = readonly [number, number, number, number, number, number]

const FUNCTION = /\s*([a-zA-Z]+)\s*\(([^)]*)\)[\s,]*/y

/** The matrices of a `transform` attribute, the outermost first; undefined where it is not valid. */
export const transformsOf = (text: string): Matrix[] | undefined => {
  const matrices: Matrix[] = []
  FUNCTION.lastIndex = 0
  while (FUNCTION.lastIndex < text.length) {
    const match = FUNCTION.exec(text)
    if (!match) return text.slice(FUNCTION.lastIndex).trim() === '' ? matrices : undefined
    const values = match[2]!
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const matrix = values.every(Number.isFinite) ? matricesOf(match[1]!, values) : undefined
    if (!matrix) return undefined
    matrices.push(...matrix)
  }
  return matrices
}

const matricesOf = (name: string, values: readonly number[]): Matrix[] | undefined => {
  const [a = 0, b] = values
  const radians = (a * Math.PI) / 180
  const count = values.length
  if (name === 'matrix' && count === 6) return [values as unknown as Matrix]
  if (name === 'translate' && count <= 2) return [[1, 0, 0, 1, a, b ?? 0]]
  if (name === 'scale' && count <= 2) return [[a, 0, 0, b ?? a, 0, 0]]
  if (name === 'skewX' && count === 1) return [[1, 0, Math.tan(radians), 1, 0, 0]]
  if (name === 'skewY' && count === 1) return [[1, Math.tan(radians), 0, 1, 0, 0]]
  if (name !== 'rotate' || (count !== 1 && count !== 3)) return undefined
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const turn: Matrix = [cos, sin, -sin, cos, 0, 0]
  if (count === 1) return [turn]
  const [, x, y] = values as [number, number, number]
  return [[1, 0, 0, 1, x, y], turn, [1, 0, 0, 1, -x, -y]]
}

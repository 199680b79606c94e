export type Point = readonly [x: number, y: number]

interface Arc {
  radii: Point
  /** Of the first radius to the x axis, in radians. */
  angle: number
  isLarge: boolean
  isSweep: boolean
}

/**
 * The cubic curves of an elliptical arc between two points (SVG 1.1, appendix F.6), of a quarter each at most;
 * undefined where it is a straight line.
 */
export const arcCurves = (
  from: Point,
  to: Point,
  { radii, angle, isLarge, isSweep }: Arc,
): number[][] | undefined => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const halfX = (from[0] - to[0]) / 2
  const halfY = (from[1] - to[1]) / 2
  const x = cos * halfX + sin * halfY
  const y = cos * halfY - sin * halfX
  if (radii[0] === 0 || radii[1] === 0 || (x === 0 && y === 0)) return undefined
  // Radii that do not reach from one point to the other grow until they do.
  const grown = Math.sqrt(Math.max(1, (x / radii[0]) ** 2 + (y / radii[1]) ** 2))
  const [rx, ry] = [radii[0] * grown, radii[1] * grown]
  const span = (rx * y) ** 2 + (ry * x) ** 2
  const offset = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - span) / span)) * (isLarge === isSweep ? -1 : 1)
  const cx = (offset * rx * y) / ry
  const cy = (-offset * ry * x) / rx
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx)
  let sweep = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start
  if (isSweep && sweep < 0) sweep += 2 * Math.PI
  if (!isSweep && sweep > 0) sweep -= 2 * Math.PI
  const centreX = cos * cx - sin * cy + (from[0] + to[0]) / 2
  const centreY = sin * cx + cos * cy + (from[1] + to[1]) / 2
  const place = (u: number, v: number): Point => [
    centreX + cos * rx * u - sin * ry * v,
    centreY + sin * rx * u + cos * ry * v,
  ]
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const step = sweep / count
  const reach = (4 / 3) * Math.tan(step / 4)
  return Array.from({ length: count }, (_, index) => {
    const a = start + index * step
    const b = a + step
    const end = index === count - 1 ? to : place(Math.cos(b), Math.sin(b))
    return [
      ...place(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a)),
      ...place(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b)),
      ...end,
    ]
  })
}

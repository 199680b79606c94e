const ascii = new TextDecoder()
/** Bytes of `re` with line end and four coordinates with spaces. No symbol has 1,000 modules a side. */
const RECTANGLE_BYTES = 3 + 4 * 4
/** Grows to the largest symbol, half of whose modules may be separate rectangles. */
let scratch = new Uint8Array(RECTANGLE_BYTES * 512)

const ZERO = 48
const SPACE = 32
const LOWER_R = 114
const LOWER_E = 101
const LINE_FEED = 10
const writeNumber = (value: number, at: number): number => {
  let to = at
  if (value >= 100) scratch[to++] = ZERO + ((value / 100) | 0)
  if (value >= 10) scratch[to++] = ZERO + (((value / 10) | 0) % 10)
  scratch[to++] = ZERO + (value % 10)
  scratch[to++] = SPACE
  return to
}

/** True if exactly the modules in `[x, end)` are black in this row, with white on both sides. */
const hasRun = (row: readonly boolean[], x: number, end: number): boolean => {
  if (row[x - 1] || row[end]) return false
  for (let at = x; at < end; at++) if (!row[at]) return false
  return true
}

/**
 * Returns the black modules of a symbol as `re` operators on the module grid, y downwards. Equal runs of
 * adjacent rows become one rectangle, which gives the shortest stream (docs/design/rendering.md). Writes
 * bytes, because a code has some hundred rectangles and concatenating strings would be half of the
 * allocations for a piece.
 */
export const moduleRectangles = (rows: readonly (readonly boolean[])[], ring: number): string => {
  const modules = rows.length - 2 * ring
  const most = RECTANGLE_BYTES * Math.ceil((modules * modules) / 2)
  if (scratch.length < most) scratch = new Uint8Array(most)
  let to = 0
  for (let y = ring; y < modules + ring; y++) {
    const row = rows[y]!
    for (let x = ring; x < modules + ring; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x]) x++
      if (hasRun(rows[y - 1]!, start, x)) continue
      let below = y + 1
      while (hasRun(rows[below]!, start, x)) below++
      to = writeNumber(start - ring, to)
      to = writeNumber(y - ring, to)
      to = writeNumber(x - start, to)
      to = writeNumber(below - y, to)
      // `set` is slower for three bytes.
      scratch[to++] = LOWER_R
      scratch[to++] = LOWER_E
      scratch[to++] = LINE_FEED
    }
  }
  return ascii.decode(scratch.subarray(0, to))
}

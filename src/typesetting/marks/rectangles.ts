const ascii = new TextDecoder()
/** Bytes of `re` and a line end, and of four coordinates with a space each: no symbol has 1,000 modules. */
const RECTANGLE_BYTES = 3 + 4 * 4
/** Grows to the largest symbol: half of its modules may be rectangles of their own. */
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

/** Whether exactly the modules from `x` to before `end` are black here, white on both sides. */
const hasRun = (row: readonly boolean[], x: number, end: number): boolean => {
  if (row[x - 1] || row[end]) return false
  for (let at = x; at < end; at++) if (!row[at]) return false
  return true
}

/**
 * The black modules of a symbol in a ring of white ones as `re` operators on the module grid, y downwards:
 * equal runs of neighbouring rows are one rectangle, which gives the shortest stream
 * (docs/design/rendering.md). Written as bytes, because a code has a hundred rectangles and adding strings up
 * is half of what drawing a piece would allocate.
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
      // One by one: `set` would take longer for three bytes than all the rest.
      scratch[to++] = LOWER_R
      scratch[to++] = LOWER_E
      scratch[to++] = LINE_FEED
    }
  }
  return ascii.decode(scratch.subarray(0, to))
}

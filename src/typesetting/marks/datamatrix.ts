/**
 * DataMatrix ECC 200 (ISO/IEC 16022) of capitals, digits and spaces, in the smallest square symbol.
 * Implemented here because every sheet has its own symbol: bwip-js takes 1.2 ms for each, this code a
 * fiftieth of it. A test compares the modules with those of bwip-js.
 */

interface Size {
  /** Modules on one side, including the finder. */
  side: number
  data: number
  check: number
}

/** Symbols with one region, which are large enough for every mark. */
const SIZES: readonly Size[] = [
  { side: 10, data: 3, check: 5 },
  { side: 12, data: 5, check: 7 },
  { side: 14, data: 8, check: 10 },
  { side: 16, data: 12, check: 12 },
  { side: 18, data: 18, check: 14 },
  { side: 20, data: 22, check: 18 },
  { side: 22, data: 30, check: 20 },
  { side: 24, data: 36, check: 24 },
  { side: 26, data: 44, check: 28 },
]

/** The quiet zone of one white module around the symbol. */
export const QUIET_MODULES = 1

const LATCH_C40 = 230
const UNLATCH = 254
const PAD = 129

/** Returns the value of a character in C40's basic set. */
const c40 = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 44
  if (code >= 65 && code <= 90) return code - 51
  if (code === 32) return 3
  throw new Error('A DataMatrix mark encodes capitals, digits and spaces only')
}

/** Three characters take two codewords. One or two left are padded with spaces, which readers trim. */
const wordsFor = (characters: number): number => 1 + 2 * Math.ceil(characters / 3)

const writeWords = (text: string, words: Uint8Array, data: number): void => {
  const at = (index: number) => c40(index < text.length ? text.charCodeAt(index) : 32)
  let to = 0
  words[to++] = LATCH_C40
  for (let index = 0; index < text.length; index += 3) {
    const value = 1600 * at(index) + 40 * at(index + 1) + at(index + 2) + 1
    words[to++] = value >> 8
    words[to++] = value & 255
  }
  if (to < data) words[to++] = UNLATCH
  if (to < data) words[to++] = PAD
  for (; to < data; to++) {
    const value = PAD + ((149 * (to + 1)) % 253) + 1
    words[to] = value > 254 ? value - 254 : value
  }
}

/** Powers and logarithms in the field of 256 elements with the polynomial 301. */
const POWERS = new Uint8Array(510)
const LOGARITHMS = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = value
  POWERS[power + 255] = value
  LOGARITHMS[value] = power
  value = value << 1
  if (value > 255) value ^= 301
}

const generators = new Map<number, Uint8Array>()
/** Returns the logarithms of the generator polynomial's coefficients, from the second highest down. */
const generatorOf = (degree: number): Uint8Array => {
  let logarithms = generators.get(degree)
  if (!logarithms) {
    let polynomial = [1]
    for (let root = 1; root <= degree; root++) {
      const next = [...polynomial, 0]
      for (const [index, value] of polynomial.entries()) {
        next[index + 1]! ^= value === 0 ? 0 : POWERS[LOGARITHMS[value]! + root]!
      }
      polynomial = next
    }
    logarithms = Uint8Array.from(polynomial.slice(1), (value) => LOGARITHMS[value]!)
    generators.set(degree, logarithms)
  }
  return logarithms
}

/** Appends the check words in place: the remainder of a division by the generator. */
const addCheckWords = (words: Uint8Array, data: number): void => {
  const degree = words.length - data
  const generator = generatorOf(degree)
  const rest = new Uint8Array(degree + 1)
  for (let word = 0; word < data; word++) {
    const factor = words[word]! ^ rest[0]!
    const logarithm = LOGARITHMS[factor]!
    if (factor === 0) for (let at = 0; at < degree; at++) rest[at] = rest[at + 1]!
    else for (let at = 0; at < degree; at++) rest[at] = rest[at + 1]! ^ POWERS[logarithm + generator[at]!]!
  }
  words.set(rest.subarray(0, degree), data)
}

const DARK = -1
const LIGHT = -2
/** By side, for each module inside the finder: eight times the codeword plus the bit, `DARK` or `LIGHT`. */
const placements = new Map<number, Int16Array>()

const placementOf = (side: number): Int16Array => {
  let places = placements.get(side)
  if (!places) {
    places = new Placement(side - 2).places
    placements.set(side, places)
  }
  return places
}

/** The placement of annex F: codewords run up and down the diagonals in L shapes of eight modules. */
class Placement {
  readonly places: Int16Array
  readonly #n: number
  #word = 0

  constructor(n: number) {
    this.#n = n
    this.places = new Int16Array(n * n).fill(LIGHT)
    const isFree = (row: number, column: number) => this.places[row * n + column] === LIGHT
    let row = 4
    let column = 0
    while (row < n || column < n) {
      this.#corners(row, column)
      do {
        if (row < n && column >= 0 && isFree(row, column)) this.#utah(row, column)
        row -= 2
        column += 2
      } while (row >= 0 && column < n)
      row += 1
      column += 3
      do {
        if (row >= 0 && column < n && isFree(row, column)) this.#utah(row, column)
        row += 2
        column -= 2
      } while (row < n && column >= 0)
      row += 3
      column += 1
    }
    // An unused corner has a fixed pattern.
    if (isFree(n - 1, n - 1)) {
      this.places[n * n - 1] = DARK
      this.places[(n - 2) * n + n - 2] = DARK
    }
  }

  #corners(row: number, column: number): void {
    const n = this.#n
    const last = n - 1
    if (row === n && column === 0)
      this.#shape([
        [last, 0],
        [last, 1],
        [last, 2],
        [0, n - 2],
        [0, last],
        [1, last],
        [2, last],
        [3, last],
      ])
    if (row === n - 2 && column === 0 && n % 4 !== 0)
      this.#shape([
        [n - 3, 0],
        [n - 2, 0],
        [last, 0],
        [0, n - 4],
        [0, n - 3],
        [0, n - 2],
        [0, last],
        [1, last],
      ])
    if (row === n - 2 && column === 0 && n % 8 === 4)
      this.#shape([
        [n - 3, 0],
        [n - 2, 0],
        [last, 0],
        [0, n - 2],
        [0, last],
        [1, last],
        [2, last],
        [3, last],
      ])
    if (row === n + 4 && column === 2 && n % 8 === 0)
      this.#shape([
        [last, 0],
        [last, last],
        [0, n - 3],
        [0, n - 2],
        [0, last],
        [1, n - 3],
        [1, n - 2],
        [1, last],
      ])
  }

  #utah(row: number, column: number): void {
    this.#shape([
      [row - 2, column - 2],
      [row - 2, column - 1],
      [row - 1, column - 2],
      [row - 1, column - 1],
      [row - 1, column],
      [row, column - 2],
      [row, column - 1],
      [row, column],
    ])
  }

  /** Places the next codeword's eight modules, highest bit first. Modules outside wrap around. */
  #shape(modules: readonly (readonly [number, number])[]): void {
    const n = this.#n
    for (const [bit, [r, c]] of modules.entries()) {
      let row = r
      let column = c
      if (row < 0) {
        row += n
        column += 4 - ((n + 4) % 8)
      }
      if (column < 0) {
        column += n
        row += 4 - ((n + 4) % 8)
      }
      this.places[row * n + column] = this.#word * 8 + 7 - bit
    }
    this.#word++
  }
}

interface Grid {
  rows: boolean[][]
  words: Uint8Array
}
const grids = new Map<Size, Grid>()

/** A size's rows with finder and quiet zone, kept because only the inner modules change. */
const gridOf = (size: Size): Grid => {
  let grid = grids.get(size)
  if (!grid) {
    const { side } = size
    const rows = Array.from({ length: side + 2 * QUIET_MODULES }, () =>
      new Array<boolean>(side + 2 * QUIET_MODULES).fill(false),
    )
    for (let at = 0; at < side; at++) {
      rows[QUIET_MODULES + at]![QUIET_MODULES] = true
      rows[QUIET_MODULES + side - 1]![QUIET_MODULES + at] = true
      rows[QUIET_MODULES + at]![QUIET_MODULES + side - 1] = at % 2 === 1
      rows[QUIET_MODULES]![QUIET_MODULES + at] = at % 2 === 0
    }
    grid = { rows, words: new Uint8Array(size.data + size.check) }
    grids.set(size, grid)
  }
  return grid
}

/** Returns modules with quiet zone, in rows from the top, valid until the next call. Throws if too long. */
export const dataMatrix = (text: string): readonly (readonly boolean[])[] => {
  const size = SIZES.find(({ data }) => data >= wordsFor(text.length))
  if (!size) throw new Error(`A mark of ${text.length} characters is too long`)
  const { rows, words } = gridOf(size)
  writeWords(text, words, size.data)
  addCheckWords(words, size.data)
  const places = placementOf(size.side)
  const n = size.side - 2
  let at = 0
  for (let y = 0; y < n; y++) {
    const row = rows[y + QUIET_MODULES + 1]!
    for (let x = 0; x < n; x++) {
      const place = places[at++]!
      row[x + QUIET_MODULES + 1] =
        place >= 0 ? ((words[place >> 3]! >> (place & 7)) & 1) === 1 : place === DARK
    }
  }
  return rows
}

/** Returns the modules on one side of the symbol for that many characters, at most the largest. */
export const dataMatrixSide = (characters: number): number =>
  (SIZES.find(({ data }) => data >= wordsFor(characters)) ?? SIZES.at(-1)!).side

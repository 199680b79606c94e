import { inflateSync } from 'node:zlib'
import { isDict, nameOf, type PdfDict, PdfRef, PdfRefused, PdfStream, type PdfValue } from './objects.ts'
import { PdfParser } from './parser.ts'

/** More than any print page needs; a bomb inflates to more. */
const MAX_INFLATED_BYTES = 100_000_000
const MAX_TREE_DEPTH = 50
const MAX_PAGES = 1000
const MAX_OBJECTS = 200_000

/** An uploaded PDF: its cross-reference table and objects, read when they are asked for. */
export class PdfDocument {
  readonly #bytes: Uint8Array
  /** Offset in the file, or place in an object stream. */
  readonly #places = new Map<number, { offset: number } | { stream: number; index: number }>()
  readonly #objects = new Map<number, PdfValue>()
  readonly #objectStreams = new Map<number, PdfValue[]>()
  readonly root: PdfDict
  readonly #trailer: PdfDict

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const tail = Buffer.from(bytes.subarray(-2048)).toString('latin1')
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.slice(tail.lastIndexOf('startxref')))
    if (!start) throw new PdfRefused('the file is not a whole PDF')
    const trailer = this.#readTables(Number(start[1]))
    if (trailer.has('Encrypt')) throw new PdfRefused('it is encrypted')
    this.#trailer = trailer
    const root = this.resolve(trailer.get('Root'))
    if (!isDict(root)) throw new PdfRefused('it has no catalogue')
    this.root = root
  }

  /** Follows references. */
  resolve(value: PdfValue | undefined): PdfValue {
    for (let hops = 0; value instanceof PdfRef; hops++) {
      if (hops > 20) throw new PdfRefused('references go in a circle')
      value = this.#object(value.id)
    }
    return value ?? null
  }

  /** A stream's bytes with its filters undone; only Flate is known, which is what content streams use. */
  decode(stream: PdfStream): Uint8Array {
    const filters = [this.resolve(stream.dict.get('Filter'))].flat().filter((filter) => filter !== null)
    const parameters = [this.resolve(stream.dict.get('DecodeParms'))].flat()
    let data = stream.data
    for (const [index, filter] of filters.entries()) {
      const name = nameOf(this.resolve(filter))
      if (name !== 'FlateDecode' && name !== 'Fl') throw new PdfRefused(`a stream is coded with ${name}`)
      data = inflateSync(data, { maxOutputLength: MAX_INFLATED_BYTES })
      const own = this.resolve(parameters[index])
      if (isDict(own)) data = unpredict(data, own)
    }
    return data
  }

  /** The information dictionary, or null. */
  information(): PdfValue {
    return this.resolve(this.#trailer.get('Info'))
  }

  /** As the root of the page tree states it. */
  pageCount(): number {
    const pages = this.resolve(this.root.get('Pages'))
    const count = isDict(pages) ? this.resolve(pages.get('Count')) : null
    if (typeof count !== 'number') throw new PdfRefused('its page tree is damaged')
    return count
  }

  /** How many pages there are, counted in the tree: what `Count` says is not believed. */
  countPages(): number {
    const count = (node: PdfValue, depth: number): number => {
      if (!isDict(node) || depth > MAX_TREE_DEPTH) throw new PdfRefused('its page tree is damaged')
      const kids = this.resolve(node.get('Kids'))
      if (!Array.isArray(kids)) return 1
      let pages = 0
      for (const kid of kids) {
        pages += count(this.resolve(kid), depth + 1)
        // A tree whose branches lead back to it has more leaves than anybody can count.
        if (pages > MAX_PAGES) throw new PdfRefused(`it has more than ${MAX_PAGES} pages`)
      }
      return pages
    }
    return count(this.resolve(this.root.get('Pages')), 0)
  }

  /** Every object of the file that is in use, in no order. */
  *objects(): Generator<PdfValue> {
    if (this.#places.size > MAX_OBJECTS) throw new PdfRefused('it is made of too many objects')
    for (const id of this.#places.keys()) yield this.#object(id)
  }

  /** Page `number` (1-based) with what it inherits. */
  page(number: number): PdfDict {
    let left = number
    const find = (node: PdfValue, inherited: PdfDict, depth: number): PdfDict | undefined => {
      if (!isDict(node) || depth > MAX_TREE_DEPTH) throw new PdfRefused('its page tree is damaged')
      const own: PdfDict = new Map(inherited)
      for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
        const value = node.get(key)
        if (value !== undefined) own.set(key, value)
      }
      const kids = this.resolve(node.get('Kids'))
      if (!Array.isArray(kids)) return --left === 0 ? new Map([...own, ...node]) : undefined
      for (const kid of kids) {
        const page = find(this.resolve(kid), own, depth + 1)
        if (page) return page
      }
      return undefined
    }
    const page = find(this.resolve(this.root.get('Pages')), new Map(), 0)
    if (!page) throw new PdfRefused(`it has no page ${number}`)
    return page
  }

  #object(id: number): PdfValue {
    const known = this.#objects.get(id)
    if (known !== undefined) return known
    const place = this.#places.get(id)
    if (!place) return null
    const object =
      'offset' in place
        ? new PdfParser(this.#bytes, place.offset).object((value) => {
            const length = this.resolve(value)
            return typeof length === 'number' ? length : undefined
          })
        : (this.#objectStream(place.stream)[place.index] ?? null)
    this.#objects.set(id, object)
    return object
  }

  #objectStream(id: number): PdfValue[] {
    const known = this.#objectStreams.get(id)
    if (known) return known
    const stream = this.#object(id)
    if (!(stream instanceof PdfStream)) throw new PdfRefused('an object stream is missing')
    const count = Number(this.resolve(stream.dict.get('N')))
    const first = Number(this.resolve(stream.dict.get('First')))
    const data = this.decode(stream)
    const header = new PdfParser(data)
    const values: PdfValue[] = []
    for (let index = 0; index < count; index++) {
      header.token()
      values.push(new PdfParser(data, first + Number(header.token())).value())
    }
    this.#objectStreams.set(id, values)
    return values
  }

  /** All tables, newest first; the first entry of an object wins. Gives the newest trailer. */
  #readTables(start: number): PdfDict {
    let newest: PdfDict | undefined
    const seen = new Set<number>()
    const pending = [start]
    for (let offset = pending.shift(); offset !== undefined; offset = pending.shift()) {
      if (seen.has(offset) || offset >= this.#bytes.length) continue
      seen.add(offset)
      const trailer = this.#readTable(offset)
      newest ??= trailer
      for (const key of ['XRefStm', 'Prev']) {
        const next = trailer.get(key)
        if (typeof next === 'number') pending.push(next)
      }
    }
    if (!newest) throw new PdfRefused('it has no cross-reference table')
    return newest
  }

  #readTable(offset: number): PdfDict {
    const parser = new PdfParser(this.#bytes, offset)
    if (parser.token() !== 'xref') return this.#readTableStream(offset)
    for (;;) {
      const first = parser.token()
      if (first === 'trailer') break
      const count = parser.token()
      if (typeof first !== 'number' || typeof count !== 'number') throw new PdfRefused('its table is damaged')
      for (let index = 0; index < count; index++) {
        const at = Number(parser.token())
        parser.token()
        if (parser.token() === 'n') this.#place(first + index, { offset: at })
      }
    }
    const trailer = parser.value()
    if (!isDict(trailer)) throw new PdfRefused('it has no trailer')
    return trailer
  }

  #readTableStream(offset: number): PdfDict {
    const stream = new PdfParser(this.#bytes, offset).object((value) =>
      typeof value === 'number' ? value : undefined,
    )
    if (!(stream instanceof PdfStream)) throw new PdfRefused('its cross-reference stream is damaged')
    const widths = (stream.dict.get('W') as number[] | undefined) ?? []
    const index = (stream.dict.get('Index') as number[] | undefined) ?? [0, Number(stream.dict.get('Size'))]
    const data = this.decode(stream)
    let at = 0
    const field = (width: number | undefined, fallback: number): number => {
      if (!width) return fallback
      let value = 0
      for (let byte = 0; byte < width; byte++) value = value * 256 + (data[at++] ?? 0)
      return value
    }
    for (let part = 0; part + 1 < index.length; part += 2) {
      for (let entry = 0; entry < index[part + 1]! && at < data.length; entry++) {
        const kind = field(widths[0], 1)
        const second = field(widths[1], 0)
        const third = field(widths[2], 0)
        if (kind === 1) this.#place(index[part]! + entry, { offset: second })
        else if (kind === 2) this.#place(index[part]! + entry, { stream: second, index: third })
      }
    }
    return stream.dict
  }

  #place(id: number, place: { offset: number } | { stream: number; index: number }): void {
    if (!this.#places.has(id)) this.#places.set(id, place)
  }
}

/** Undoes PNG predictors, which cross-reference and object streams use (rows of bytes, "up" mostly). */
const unpredict = (data: Uint8Array, parameters: PdfDict): Uint8Array => {
  const predictor = Number(parameters.get('Predictor') ?? 1)
  if (predictor < 10) {
    if (predictor > 1) throw new PdfRefused('a stream uses a TIFF predictor')
    return data
  }
  const columns = Number(parameters.get('Columns') ?? 1)
  const rows = Math.floor(data.length / (columns + 1))
  const out = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]
    if (filter !== 0 && filter !== 2) throw new PdfRefused('a stream uses an unusual predictor')
    for (let column = 0; column < columns; column++) {
      const above = filter === 2 && row > 0 ? out[(row - 1) * columns + column]! : 0
      out[row * columns + column] = data[row * (columns + 1) + 1 + column]! + above
    }
  }
  return out
}

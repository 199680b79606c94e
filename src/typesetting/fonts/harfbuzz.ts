/// <reference path="./webassembly.d.ts" />
import type { AxisLocation } from './axes.ts'

/** The functions of HarfBuzz's C interface that are used here. Pointers are numbers. */
interface HarfbuzzExports {
  memory: WebAssembly.Memory
  __indirect_function_table: WebAssembly.Table
  __wasm_call_ctors(): void
  malloc(size: number): number
  free(pointer: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_buffer_add_utf16(buffer: number, text: number, length: number, from: number, count: number): void
  hb_buffer_create(): number
  hb_buffer_get_glyph_infos(buffer: number, length: number): number
  hb_buffer_get_glyph_positions(buffer: number, length: number): number
  hb_buffer_get_length(buffer: number): number
  hb_buffer_guess_segment_properties(buffer: number): void
  hb_buffer_reset(buffer: number): void
  hb_buffer_set_direction(buffer: number, direction: number): void
  hb_buffer_set_flags(buffer: number, flags: number): void
  hb_buffer_set_language(buffer: number, language: number): void
  hb_draw_funcs_create(): number
  hb_draw_funcs_set_close_path_func(functions: number, call: number, user: number, destroy: number): void
  hb_draw_funcs_set_cubic_to_func(functions: number, call: number, user: number, destroy: number): void
  hb_draw_funcs_set_line_to_func(functions: number, call: number, user: number, destroy: number): void
  hb_draw_funcs_set_move_to_func(functions: number, call: number, user: number, destroy: number): void
  hb_draw_funcs_set_quadratic_to_func(functions: number, call: number, user: number, destroy: number): void
  hb_face_collect_unicodes(face: number, set: number): void
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_get_upem(face: number): number
  hb_face_reference_table(face: number, tag: number): number
  hb_font_create(face: number): number
  hb_font_destroy(font: number): void
  hb_font_draw_glyph(font: number, glyph: number, functions: number, data: number): void
  hb_font_get_glyph_h_advance(font: number, glyph: number): number
  hb_font_get_nominal_glyph(font: number, codePoint: number, glyph: number): number
  hb_font_set_variations(font: number, variations: number, count: number): void
  hb_language_from_string(text: number, length: number): number
  hb_ot_layout_table_get_feature_tags(
    face: number,
    table: number,
    start: number,
    count: number,
    tags: number,
  ): number
  hb_ot_name_get_utf16(face: number, id: number, language: number, length: number, text: number): number
  hb_set_create(): number
  hb_set_destroy(set: number): void
  hb_set_get_population(set: number): number
  hb_set_next_many(set: number, after: number, values: number, count: number): number
  hb_shape(font: number, buffer: number, features: number, count: number): void
}

/** Receives an outline in font units, y upwards. */
export interface GlyphPen {
  move(x: number, y: number): void
  line(x: number, y: number): void
  quadratic(cx: number, cy: number, x: number, y: number): void
  cubic(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void
  close(): void
}

const I32 = 0x7f
const F32 = 0x7d
const text = (name: string): number[] => [
  name.length,
  ...[...name].map((character) => character.charCodeAt(0)),
]
const section = (id: number, items: readonly (readonly number[])[]): number[] => {
  const content = [items.length, ...items.flat()]
  return [id, content.length, ...content]
}

/** Callbacks of `hb_draw_funcs_t` and their number of coordinates, after three pointers and before one. */
const calls = [
  ['m', 2],
  ['l', 2],
  ['q', 4],
  ['c', 6],
  ['z', 0],
] as const

/** A module that exports its imports: browsers can't put JavaScript functions into a table otherwise. */
const passThroughModule = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      calls.map(([, count]) => {
        const pointers = count === 0 ? [I32, I32, I32, I32] : [I32, I32, I32, ...Array(count).fill(F32), I32]
        return [0x60, pointers.length, ...pointers, 0]
      }),
    ),
    ...section(
      2,
      calls.map(([name], index) => [...text('e'), ...text(name), 0, index]),
    ),
    ...section(
      7,
      calls.map(([name], index) => [...text(name), 0, index]),
    ),
  ])

/** Returns a function that draws outlines of every format through HarfBuzz. */
const drawGlyphs = (hb: HarfbuzzExports): ((font: number, glyph: number, pen: GlyphPen) => void) => {
  let pen: GlyphPen | undefined
  const imports = {
    e: {
      m: (_f: number, _d: number, _s: number, x: number, y: number) => pen?.move(x, y),
      l: (_f: number, _d: number, _s: number, x: number, y: number) => pen?.line(x, y),
      q: (_f: number, _d: number, _s: number, ...[cx, cy, x, y]: [number, number, number, number]) =>
        pen?.quadratic(cx, cy, x, y),
      c: (_f: number, _d: number, _s: number, ...points: [number, number, number, number, number, number]) =>
        pen?.cubic(points[0], points[1], points[2], points[3], points[4], points[5]),
      z: () => pen?.close(),
    },
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(passThroughModule()), imports)
  const table = hb.__indirect_function_table
  const first = table.grow(calls.length)
  for (const [index, [name]] of calls.entries()) table.set(first + index, exports[name])
  const functions = hb.hb_draw_funcs_create()
  hb.hb_draw_funcs_set_move_to_func(functions, first, 0, 0)
  hb.hb_draw_funcs_set_line_to_func(functions, first + 1, 0, 0)
  hb.hb_draw_funcs_set_quadratic_to_func(functions, first + 2, 0, 0)
  hb.hb_draw_funcs_set_cubic_to_func(functions, first + 3, 0, 0)
  hb.hb_draw_funcs_set_close_path_func(functions, first + 4, 0, 0)
  return (font, glyph, own) => {
    pen = own
    hb.hb_font_draw_glyph(font, glyph, functions, 0)
    pen = undefined
  }
}

export interface ShapedGlyph {
  id: number
  /** The index in the text of the first character of the glyph's cluster. */
  cluster: number
  /** In font units. */
  advance: number
  dx: number
  dy: number
}

/** Lets HarfBuzz repair damaged tables in place. */
const WRITABLE = 2
const LEFT_TO_RIGHT = 4
const RIGHT_TO_LEFT = 5
const REMOVE_DEFAULT_IGNORABLES = 0x8
/** The size of an entry in HarfBuzz's glyph lists, in words of 32 bits. */
const GLYPH_WORDS = 5

const tagOf = (name: string): number =>
  (name.charCodeAt(0) << 24) | (name.charCodeAt(1) << 16) | (name.charCodeAt(2) << 8) | name.charCodeAt(3)

const nameOf = (tag: number): string =>
  String.fromCharCode(tag >>> 24, (tag >>> 16) & 255, (tag >>> 8) & 255, tag & 255)

/** Calls harfbuzzjs' WebAssembly: its JavaScript imports Node modules, which browser bundlers refuse. */
export class Harfbuzz {
  readonly #hb: HarfbuzzExports
  /** Shared, because a new buffer for each text would leak WebAssembly memory. */
  readonly #buffer: number
  /** A word of memory for results that HarfBuzz writes through a pointer. */
  readonly #word: number
  readonly #languages = new Map<string, number>()
  /** Views of the memory, replaced when it has grown. */
  #words = new Uint32Array(0)
  #units = new Uint16Array(0)
  /** A buffer for texts, grown to the longest. */
  #text = 0
  #textLength = 0
  #drawGlyph: ReturnType<typeof drawGlyphs> | undefined
  readonly #finalizers: FinalizationRegistry<() => void>

  constructor(exports: HarfbuzzExports) {
    this.#hb = exports
    this.#buffer = exports.hb_buffer_create()
    this.#word = exports.malloc(4)
    this.#finalizers = new FinalizationRegistry((free) => free())
  }

  /** Opens a font file at a location on its axes. Its memory is freed when the face is garbage-collected. */
  face(bytes: Uint8Array, location: AxisLocation = {}): HarfbuzzFace {
    const hb = this.#hb
    const data = this.#allocate(bytes.length)
    new Uint8Array(hb.memory.buffer).set(bytes, data)
    const blob = hb.hb_blob_create(data, bytes.length, WRITABLE, 0, 0)
    const pointer = hb.hb_face_create(blob, 0)
    const font = hb.hb_font_create(pointer)
    this.#setLocation(font, Object.entries(location))
    const face = new HarfbuzzFace(this, pointer, font)
    this.#finalizers.register(face, () => {
      hb.hb_font_destroy(font)
      hb.hb_face_destroy(pointer)
      hb.hb_blob_destroy(blob)
      hb.free(data)
    })
    return face
  }

  #setLocation(font: number, values: readonly (readonly [string, number])[]): void {
    if (values.length === 0) return
    const list = this.#allocate(values.length * 8)
    const view = new DataView(this.#hb.memory.buffer)
    for (const [index, [axis, value]] of values.entries()) {
      view.setUint32(list + index * 8, tagOf(axis), true)
      view.setFloat32(list + index * 8 + 4, value, true)
    }
    this.#hb.hb_font_set_variations(font, list, values.length)
    this.#hb.free(list)
  }

  draw(font: number, glyph: number, pen: GlyphPen): void {
    this.#drawGlyph ??= drawGlyphs(this.#hb)
    this.#drawGlyph(font, glyph, pen)
  }

  unitsPerEm(face: number): number {
    return this.#hb.hb_face_get_upem(face)
  }

  /** Returns a copy, because views of WebAssembly memory become invalid when it grows. */
  table(face: number, name: string): Uint8Array<ArrayBuffer> | undefined {
    const hb = this.#hb
    const blob = hb.hb_face_reference_table(face, tagOf(name))
    const length = hb.hb_blob_get_length(blob)
    const start = hb.hb_blob_get_data(blob, 0)
    const bytes = length > 0 ? new Uint8Array(hb.memory.buffer).slice(start, start + length) : undefined
    hb.hb_blob_destroy(blob)
    return bytes
  }

  name(face: number, id: number, language: string): string {
    const hb = this.#hb
    const pointer = this.#language(language)
    const length = hb.hb_ot_name_get_utf16(face, id, pointer, 0, 0)
    // Includes the terminating zero.
    const text = this.#reserve(length + 1)
    this.#refreshViews()
    this.#words[this.#word >> 2] = length + 1
    hb.hb_ot_name_get_utf16(face, id, pointer, this.#word, text)
    this.#refreshViews()
    return String.fromCharCode(...this.#units.subarray(text >> 1, (text >> 1) + length))
  }

  unicodes(face: number): Uint32Array {
    const hb = this.#hb
    const set = hb.hb_set_create()
    hb.hb_face_collect_unicodes(face, set)
    const count = hb.hb_set_get_population(set)
    const values = this.#allocate(count * 4)
    hb.hb_set_next_many(set, -1, values, count)
    this.#refreshViews()
    const unicodes = this.#words.slice(values >> 2, (values >> 2) + count)
    hb.free(values)
    hb.hb_set_destroy(set)
    return unicodes
  }

  features(face: number, table: string): string[] {
    const hb = this.#hb
    const AT_ONCE = 128
    const list = this.#allocate(AT_ONCE * 4)
    const tags: string[] = []
    for (let count = AT_ONCE; count === AT_ONCE; ) {
      this.#refreshViews()
      this.#words[this.#word >> 2] = AT_ONCE
      hb.hb_ot_layout_table_get_feature_tags(face, tagOf(table), tags.length, this.#word, list)
      this.#refreshViews()
      count = this.#words[this.#word >> 2]!
      for (const tag of this.#words.subarray(list >> 2, (list >> 2) + count)) tags.push(nameOf(tag))
    }
    hb.free(list)
    return tags
  }

  /** Returns 0 if the font lacks the character. */
  glyph(font: number, codePoint: number): number {
    if (!this.#hb.hb_font_get_nominal_glyph(font, codePoint, this.#word)) return 0
    this.#refreshViews()
    return this.#words[this.#word >> 2]!
  }

  advance(font: number, glyph: number): number {
    return this.#hb.hb_font_get_glyph_h_advance(font, glyph)
  }

  /** Shapes `text[start, end)` with the rest of the text as context. Glyphs are in visual order. */
  shape(font: number, text: string, { start, end, rightToLeft, language }: ShapedRange): ShapedGlyph[] {
    const hb = this.#hb
    const buffer = this.#buffer
    hb.hb_buffer_reset(buffer)
    hb.hb_buffer_set_flags(buffer, REMOVE_DEFAULT_IGNORABLES)
    const at = this.#reserve(text.length)
    this.#refreshViews()
    for (let index = 0, unit = at >> 1; index < text.length; index++, unit++) {
      this.#units[unit] = text.charCodeAt(index)
    }
    hb.hb_buffer_add_utf16(buffer, at, text.length, start, end - start)
    hb.hb_buffer_guess_segment_properties(buffer)
    hb.hb_buffer_set_direction(buffer, rightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT)
    hb.hb_buffer_set_language(buffer, this.#language(language))
    hb.hb_shape(font, buffer, 0, 0)
    return this.#glyphs()
  }

  #glyphs(): ShapedGlyph[] {
    const hb = this.#hb
    const length = hb.hb_buffer_get_length(this.#buffer)
    const infos = hb.hb_buffer_get_glyph_infos(this.#buffer, 0) >> 2
    const positions = hb.hb_buffer_get_glyph_positions(this.#buffer, 0) >> 2
    this.#refreshViews()
    const words = this.#words
    const glyphs: ShapedGlyph[] = []
    for (let index = 0; index < length; index++) {
      const info = infos + index * GLYPH_WORDS
      const position = positions + index * GLYPH_WORDS
      glyphs.push({
        id: words[info]!,
        cluster: words[info + 2]!,
        // Signed.
        advance: words[position]! | 0,
        dx: words[position + 2]! | 0,
        dy: words[position + 3]! | 0,
      })
    }
    return glyphs
  }

  /** HarfBuzz never frees languages, so each is created once. */
  #language(name: string): number {
    let language = this.#languages.get(name)
    if (language === undefined) {
      const bytes = new TextEncoder().encode(name)
      const text = this.#allocate(bytes.length)
      new Uint8Array(this.#hb.memory.buffer).set(bytes, text)
      language = this.#hb.hb_language_from_string(text, bytes.length)
      this.#hb.free(text)
      this.#languages.set(name, language)
    }
    return language
  }

  #reserve(units: number): number {
    if (units > this.#textLength) {
      this.#hb.free(this.#text)
      this.#textLength = Math.max(units, 1024)
      this.#text = this.#allocate(this.#textLength * 2)
    }
    return this.#text
  }

  #allocate(bytes: number): number {
    const pointer = this.#hb.malloc(bytes)
    if (pointer === 0 && bytes > 0) throw new RangeError('HarfBuzz has no memory left')
    return pointer
  }

  #refreshViews(): void {
    const { buffer } = this.#hb.memory
    if (this.#words.buffer === buffer) return
    this.#words = new Uint32Array(buffer)
    this.#units = new Uint16Array(buffer)
  }
}

interface ShapedRange {
  start: number
  end: number
  rightToLeft: boolean
  /** BCP 47. */
  language: string
}

/** One face. Its WebAssembly memory lives as long as this object. */
export class HarfbuzzFace {
  readonly #hb: Harfbuzz
  readonly #face: number
  readonly #font: number
  readonly unitsPerEm: number

  constructor(hb: Harfbuzz, face: number, font: number) {
    this.#hb = hb
    this.#face = face
    this.#font = font
    this.unitsPerEm = hb.unitsPerEm(face)
  }

  table(name: string): Uint8Array<ArrayBuffer> | undefined {
    return this.#hb.table(this.#face, name)
  }

  name(id: number, language: string): string {
    return this.#hb.name(this.#face, id, language)
  }

  unicodes(): Uint32Array {
    return this.#hb.unicodes(this.#face)
  }

  features(table: string): string[] {
    return this.#hb.features(this.#face, table)
  }

  glyph(codePoint: number): number {
    return this.#hb.glyph(this.#font, codePoint)
  }

  advance(glyph: number): number {
    return this.#hb.advance(this.#font, glyph)
  }

  shape(text: string, range: ShapedRange): ShapedGlyph[] {
    return this.#hb.shape(this.#font, text, range)
  }

  draw(glyph: number, pen: GlyphPen): void {
    this.#hb.draw(this.#font, glyph, pen)
  }
}

const PAGE_BYTES = 65_536
/** The address space of WebAssembly with signed 32-bit pointers. */
const MAX_BYTES = 2 ** 31

const abort = (): never => {
  throw new Error('HarfBuzz aborted.')
}

/** The imports of the module: memory growth, but no timers and no process. */
const importsFor = (memory: () => WebAssembly.Memory) => ({
  env: {
    _abort_js: abort,
    _emscripten_runtime_keepalive_clear() {},
    _setitimer_js: () => 0,
    emscripten_resize_heap(wanted: number): boolean {
      const length = memory().buffer.byteLength
      const least = wanted >>> 0
      if (least > MAX_BYTES) return false
      // Grows by a fifth, so that a growing text doesn't grow the memory for every allocation.
      for (const bytes of [Math.min(MAX_BYTES, Math.max(least, length * 1.2)), least]) {
        try {
          memory().grow(Math.ceil((bytes - length) / PAGE_BYTES))
          return true
        } catch {
          // That much memory is not available; the minimum may be.
        }
      }
      return false
    },
  },
  wasi_snapshot_preview1: { proc_exit: abort },
})

/** Compiles and starts HarfBuzz from the bytes of its module. */
export const instantiateHarfbuzz = async (bytes: Uint8Array): Promise<Harfbuzz> => {
  const { instance } = await WebAssembly.instantiate(
    bytes as Uint8Array<ArrayBuffer>,
    importsFor(() => exports.memory),
  )
  const exports = instance.exports as unknown as HarfbuzzExports
  exports.__wasm_call_ctors()
  return new Harfbuzz(exports)
}

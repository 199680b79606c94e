/// <reference path="./webassembly.d.ts" />
import type { HarfbuzzExports } from './harfbuzz-exports.ts'

/** What is told of an outline, in font units, y upwards. */
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
  const body = [items.length, ...items.flat()]
  return [id, body.length, ...body]
}

/** The calls of `hb_draw_funcs_t`, with how many coordinates each has; three pointers stand before, one behind them. */
const calls = [
  ['m', 2],
  ['l', 2],
  ['q', 4],
  ['c', 6],
  ['z', 0],
] as const

/**
 * A module that exports what it imports: WebAssembly calls only functions of its own kind through a table, and the
 * browsers of today have no other way to make one of a function of JavaScript.
 */
const passing = (): Uint8Array<ArrayBuffer> =>
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

/** Draws outlines through HarfBuzz, which knows every kind of them. */
export const drawGlyphs = (hb: HarfbuzzExports): ((font: number, glyph: number, pen: GlyphPen) => void) => {
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
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(passing()), imports)
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

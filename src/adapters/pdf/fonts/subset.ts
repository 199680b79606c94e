import { nextTurn } from '#platform/turn'
import { loadOnce } from '../../../core/kernel/loading.ts'
import type { AxisLocation } from '../../../typesetting/fonts/axes.ts'
import { readResource } from '../resources.ts'

/** The exports of the subsetting module, which are HarfBuzz's C interface. Pointers are numbers. */
interface SubsetExports {
  memory: WebAssembly.Memory
  _initialize(): void
  malloc(size: number): number
  free(pointer: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_or_fail(face: number, input: number): number
}

const READ_ONLY = 1
const DROP_TABLES = 3
const NO_HINTING = 0x1
/** Keeps glyph ids, so that page streams can be written before the subset is known. */
const RETAIN_GIDS = 0x2
const NOTDEF_OUTLINE = 0x40
/** Pages refer to glyphs, not characters, so glyphs reachable through substitutions aren't needed. */
const NO_LAYOUT_CLOSURE = 0x200
/** A CIDFontType2 needs only outlines and metrics. */
const DROPPED = ['GSUB', 'GPOS', 'GDEF', 'cmap', 'name', 'OS/2', 'post', 'STAT', 'kern', 'DSIG', 'meta']

const tag = (name: string): number =>
  (name.charCodeAt(0) << 24) | (name.charCodeAt(1) << 16) | (name.charCodeAt(2) << 8) | name.charCodeAt(3)

const compiled = loadOnce(async () =>
  WebAssembly.compile((await readResource('harfbuzz-subset.wasm')) as Uint8Array<ArrayBuffer>),
)

export interface UsedFont {
  bytes: Uint8Array
  glyphs: readonly number[]
  /** The location of a variable font; omitted axes are at their defaults. */
  location?: AxisLocation | undefined
}

const instantiate = async (): Promise<SubsetExports> => {
  const { exports } = await WebAssembly.instantiate(await compiled())
  const hb = exports as unknown as SubsetExports
  hb._initialize()
  return hb
}

/**
 * Subsets fonts to the given glyphs, which keep their ids. HarfBuzz is instantiated for each file and then
 * dropped: its module declares 65 MB of memory, of which a font touches one or two, and JavaScriptCore counts
 * it twice as part of the heap (docs/design/rendering.md).
 */
export const subsetFonts = async (fonts: readonly UsedFont[]): Promise<Uint8Array[]> =>
  subsetsOf(await instantiate(), fonts)

const kept = loadOnce(instantiate)
/** Larger fonts leave too much memory in the instance. */
const KEPT_FONT_BYTES = 4_000_000

/**
 * Subsets fonts for previews, which are created in quick succession. Keeps the HarfBuzz instance, except for
 * large fonts: a new one for each preview leaves so much garbage that it takes half of the time.
 */
export const subsetFontsForPicture = async (fonts: readonly UsedFont[]): Promise<Uint8Array[]> => {
  if (fonts.some(({ bytes }) => bytes.length > KEPT_FONT_BYTES)) return subsetFonts(fonts)
  return subsetsOf(await kept(), fonts)
}

const subsetsOf = async (hb: SubsetExports, fonts: readonly UsedFont[]): Promise<Uint8Array[]> => {
  const subsets: Uint8Array[] = []
  for (const font of fonts) {
    // Subsetting takes some ten milliseconds, so the event loop gets a turn between fonts.
    if (subsets.length > 0) await nextTurn()
    subsets.push(subsetFont(hb, font))
  }
  return subsets
}

const subsetFont = (hb: SubsetExports, { bytes: font, glyphs, location = {} }: UsedFont): Uint8Array => {
  const data = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, data)
  const blob = hb.hb_blob_create(data, font.length, READ_ONLY, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  const wanted = hb.hb_subset_input_glyph_set(input)
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph)
  // Has no effect on a font without axes.
  hb.hb_subset_input_pin_all_axes_to_default(input, face)
  for (const [axis, value] of Object.entries(location))
    hb.hb_subset_input_pin_axis_location(input, face, tag(axis), value)
  const dropped = hb.hb_subset_input_set(input, DROP_TABLES)
  for (const name of DROPPED) hb.hb_set_add(dropped, tag(name))
  hb.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE)
  const subset = hb.hb_subset_or_fail(face, input)
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  hb.hb_blob_destroy(blob)
  hb.free(data)
  if (subset === 0) throw new Error('HarfBuzz could not subset the font')
  const result = hb.hb_face_reference_blob(subset)
  const start = hb.hb_blob_get_data(result, 0)
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result))
  hb.hb_blob_destroy(result)
  hb.hb_face_destroy(subset)
  return bytes
}

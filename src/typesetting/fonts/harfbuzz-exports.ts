/** What of HarfBuzz's C interface is used here: pointers are numbers. */
export interface HarfbuzzExports {
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

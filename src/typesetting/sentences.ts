import { sentences } from '../core/kernel/sentences.ts'

export const fontFaults = sentences({
  'font_fault.unreadable': 'it is not a readable TrueType or OpenType font',
  'font_fault.no_outlines': 'it has bitmaps instead of outlines, which print badly',
  'font_fault.variable_cff':
    'it is a variable font with PostScript outlines (CFF2): upload the weights you need as separate fonts, or its TrueType version',
  'font_fault.embedding': 'its licence forbids embedding (OS/2 fsType)',
  'font_fault.subsetting': 'its licence forbids subsetting or outlines (OS/2 fsType)',
})

export const pageSentences = sentences({
  'glyph_missing.control': 'The text contains a control character (U+{codePoint}), which cannot be printed.',
  'glyph_missing.script':
    'No font has a glyph for "{character}" (U+{codePoint}, {script}). A font such as {font} supports this script.',
  'glyph_missing.character': 'No font has a glyph for "{character}" (U+{codePoint}).',
  text_clipped: 'The text is clipped: it needs {w} × {h} mm at {size} pt, and its box is {boxW} × {boxH} mm.',
  text_overflow: 'The text needs {w} × {h} mm at {size} pt, but its box is {boxW} × {boxH} mm.',
  'variable_missing.place': '"{name}" is required here but has no value.',
  'address_missing.lines': 'The item has no address lines.',
  'address_overflow.lines':
    'The address needs {w} × {h} mm at {size} pt, its smallest size, with names on up to {lines} lines. The zone is {zoneW} × {zoneH} mm.',
  'address_overflow.code': 'A KIX of {length} characters does not fit into a zone {zoneW} mm wide.',
  carrier_code_invalid: '"{code}" contains characters that a KIX cannot encode.',
  indicia_overflow:
    'The indicia needs {w} × {h} mm at {size} pt, its smallest size. The postage zone has room for {zoneW} × {zoneH} mm.',
  indicia_covered: 'An element of the design covers the indicia.',
  sender_overflow: 'The return line does not fit into its zone.',
  'qr_capacity.characters':
    'A text of {length} characters exceeds the capacity of a QR code at level {level}.',
  'qr_capacity.modules':
    'A QR code for {length} characters has {modules} modules of {module} mm. The minimum is {least} mm.',
})

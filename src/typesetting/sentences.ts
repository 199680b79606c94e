import { sentences } from '../core/kernel/sentences.ts'

/** Why a font cannot be embedded: part of a sentence. */
export const fontFaults = sentences({
  'font_fault.unreadable': 'it is not a readable TrueType or OpenType font',
  'font_fault.no_outlines': 'it has no outlines but bitmaps, which print badly',
  'font_fault.variable_cff':
    'it is a variable font with PostScript outlines (CFF2): upload the weights that you need as fonts of their own, or its TrueType version',
  'font_fault.embedding': 'its licence forbids embedding (OS/2 fsType)',
  'font_fault.subsetting': 'its licence forbids subsetting or outlines (OS/2 fsType)',
})

/** What is found where a page is set: what does not fit, and what no mark can be made for. */
export const pageSentences = sentences({
  'glyph_missing.control':
    'The text holds a control character (U+{codePoint}), which nothing can be printed for.',
  'glyph_missing.script':
    'No font has a glyph for "{character}" (U+{codePoint}), which is {script}. A font such as {font} holds it.',
  'glyph_missing.character': 'No font has a glyph for "{character}" (U+{codePoint}).',
  text_clipped: 'The text needs {w} × {h} mm at {size} pt, its box is {boxW} × {boxH} mm.',
  text_overflow: 'The text needs {w} × {h} mm at {size} pt, its box is {boxW} × {boxH} mm.',
  'variable_missing.place': '"{name}" is needed here and is not given.',
  'address_missing.lines': 'The item has no address lines.',
  'address_overflow.lines':
    'The address needs {w} × {h} mm at {size} pt, its smallest size, and with names on {lines} lines; the zone has {zoneW} × {zoneH} mm.',
  'address_overflow.code': 'The KIX of {length} characters does not fit a zone of {zoneW} mm.',
  carrier_code_invalid: '"{code}" holds characters that a KIX cannot show.',
  indicia_overflow:
    'The indicia needs {w} × {h} mm at {size} pt, its smallest size; the postage zone has {zoneW} × {zoneH} mm for it.',
  indicia_covered: 'The design lies where the indicia is printed.',
  sender_overflow: 'The return line does not fit its zone.',
  'qr_capacity.characters': '{length} characters are more than any QR code holds at level {level}.',
  'qr_capacity.modules':
    '{length} characters need {modules} modules of {module} mm; {least} mm is the least.',
})

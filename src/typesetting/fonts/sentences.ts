import { sentences } from '../../core/kernel/sentences.ts'

/** Why a font cannot be embedded: part of a sentence. */
export const fontFaults = sentences({
  'font_fault.unreadable': 'it is not a readable TrueType or OpenType font',
  'font_fault.no_outlines': 'it has no outlines but bitmaps, which print badly',
  'font_fault.variable_cff':
    'it is a variable font with PostScript outlines (CFF2): upload the weights that you need as fonts of their own, or its TrueType version',
  'font_fault.embedding': 'its licence forbids embedding (OS/2 fsType)',
  'font_fault.subsetting': 'its licence forbids subsetting or outlines (OS/2 fsType)',
})

import { sentences } from '../../core/kernel/sentences.ts'

/** Why a font cannot be embedded: part of a sentence. */
export const fontFaults = sentences({
  'font_fault.unreadable': 'it is not a readable TrueType font',
  'font_fault.no_outlines': 'it has no TrueType outlines (an OpenType/CFF or bitmap font)',
  'font_fault.embedding': 'its licence forbids embedding (OS/2 fsType)',
  'font_fault.subsetting': 'its licence forbids subsetting or outlines (OS/2 fsType)',
})

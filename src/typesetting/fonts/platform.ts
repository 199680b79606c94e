/** Font ids, which are also the names of the font files. */
export type PlatformFontId =
  | 'noto-sans'
  | 'noto-sans-bold'
  | 'noto-sans-italic'
  | 'noto-sans-bold-italic'
  | 'noto-sans-hebrew'
  | 'noto-sans-hebrew-bold'
  | 'noto-sans-arabic'
  | 'noto-sans-arabic-bold'

export interface PlatformFont {
  id: PlatformFontId
  family: string
  weight: 400 | 700
  italic: boolean
  licence: 'OFL-1.1'
  /** ISO 15924 codes of the scripts that the font covers. */
  scripts: readonly string[]
  /** Fonts tried in this order for characters that this one lacks. */
  fallbacks: readonly PlatformFontId[]
}

const regular: readonly PlatformFontId[] = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-arabic']
const bold: readonly PlatformFontId[] = ['noto-sans-bold', 'noto-sans-hebrew-bold', 'noto-sans-arabic-bold']

const ofNotoSans = ['Latn', 'Cyrl', 'Grek', 'Deva']

const font = (
  id: PlatformFontId,
  family: string,
  scripts: readonly string[],
  weight: 400 | 700,
  italic = false,
): PlatformFont => ({
  id,
  family,
  weight,
  italic,
  licence: 'OFL-1.1',
  scripts,
  fallbacks: (weight === 700 ? bold : regular).filter((name) => name !== id),
})

/** The fonts that every template may use without an upload. */
export const platformFonts: readonly PlatformFont[] = [
  font('noto-sans', 'Noto Sans', ofNotoSans, 400),
  font('noto-sans-bold', 'Noto Sans', ofNotoSans, 700),
  font('noto-sans-italic', 'Noto Sans', ofNotoSans, 400, true),
  font('noto-sans-bold-italic', 'Noto Sans', ofNotoSans, 700, true),
  font('noto-sans-hebrew', 'Noto Sans Hebrew', ['Latn', 'Hebr'], 400),
  font('noto-sans-hebrew-bold', 'Noto Sans Hebrew', ['Latn', 'Hebr'], 700),
  font('noto-sans-arabic', 'Noto Sans Arabic', ['Arab', 'Latn'], 400),
  font('noto-sans-arabic-bold', 'Noto Sans Arabic', ['Arab', 'Latn'], 700),
]

export const platformFont = (id: string): PlatformFont | undefined =>
  platformFonts.find((candidate) => candidate.id === id)

/** Weights from this value fall back to bold fonts. */
const BOLD = 600

/** Returns the fallbacks of an uploaded font for its chosen weight. */
export const uploadFallbacks = (weight = 400): readonly PlatformFontId[] => (weight >= BOLD ? bold : regular)

import type { ResourceName } from '../../platform/renderer-files.ts'

export interface PlatformFont {
  id: string
  family: string
  weight: 400 | 700
  italic: boolean
  licence: 'OFL-1.1'
  /** The resource that holds the file. */
  resource: ResourceName
  /** Fonts asked, in this order, for a character this one lacks. */
  fallbacks: readonly ResourceName[]
}

const regular: readonly ResourceName[] = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-arabic']
const bold: readonly ResourceName[] = ['noto-sans-bold', 'noto-sans-hebrew-bold', 'noto-sans-arabic-bold']

const font = (id: ResourceName, family: string, weight: 400 | 700, italic = false): PlatformFont => ({
  id,
  family,
  weight,
  italic,
  licence: 'OFL-1.1',
  resource: id,
  fallbacks: (weight === 700 ? bold : regular).filter((name) => name !== id),
})

/** The fonts every template may name without uploading one. */
export const platformFonts: readonly PlatformFont[] = [
  font('noto-sans', 'Noto Sans', 400),
  font('noto-sans-bold', 'Noto Sans', 700),
  font('noto-sans-italic', 'Noto Sans', 400, true),
  font('noto-sans-bold-italic', 'Noto Sans', 700, true),
  font('noto-sans-hebrew', 'Noto Sans Hebrew', 400),
  font('noto-sans-hebrew-bold', 'Noto Sans Hebrew', 700),
  font('noto-sans-arabic', 'Noto Sans Arabic', 400),
  font('noto-sans-arabic-bold', 'Noto Sans Arabic', 700),
]

export const platformFont = (id: string): PlatformFont | undefined =>
  platformFonts.find((candidate) => candidate.id === id)

/** What an uploaded font falls back to. */
export const uploadFallbacks: readonly ResourceName[] = regular

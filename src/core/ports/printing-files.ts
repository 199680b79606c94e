import type { Sheet } from '../template/sheet.ts'

/** A font of the operator's, which is asked for characters that all others lack. */
export interface FallbackFont {
  /** The hex digest of its bytes. */
  sha256: string
  bytes: Uint8Array
}

/** The operator's own files. */
export interface InstanceFiles {
  /** In the order in which they are asked. */
  fallbacks?: readonly FallbackFont[]
  /** The profile that the sheet names, where it is none of the program's. */
  profile?: Uint8Array
}

/** A file of the program, or of the operator, for templates and their designers. */
export interface PlatformAsset {
  /** The id by which templates refer to a font, and sheets to a profile. */
  id: string
  kind: 'FONT' | 'ICC_PROFILE'
  /** Whose it is; of the program where it is absent. */
  origin?: 'INSTANCE'
  name: string
  fileName: string
  contentType: string
  /** The SPDX identifier of its licence. */
  licence: string
  sizeBytes: number
  /** The hex digest of its bytes. */
  sha256: string
  font: {
    family: string
    weight: number
    italic: boolean
    /** Those that it has letters of, by their codes of ISO 15924; empty where it is not known. */
    scripts: string[]
  } | null
}

/** A sheet to check by itself, with the operator's fallback fonts. */
export interface SheetInput extends Pick<InstanceFiles, 'fallbacks'> {
  sheet: Sheet
}

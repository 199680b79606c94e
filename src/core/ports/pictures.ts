import type { Finding } from '../kernel/finding.ts'

export interface RasterOptions {
  /** Counted from 1. */
  page: number
  dpi: number
  /** What is cut off on every side, in mm: the bleed, where the page is wanted as it is trimmed. */
  insetMm?: number
}

/** A page in pixels. */
export interface Picture {
  png: Uint8Array
  widthPx: number
  heightPx: number
}

export interface PiecePicture {
  findings: Finding[]
  /** Absent where a finding is an error: such a piece is not printed. */
  picture?: Picture
}

import type { Finding } from '../kernel/finding.ts'
import type { PdfPageSize } from '../model/assets.ts'

export interface InspectedSheet {
  /** Name of its tab, unique in the workbook. */
  name: string
  /** Hidden sheets follow visible ones. */
  isHidden: boolean
  /** Rows up to the last non-empty one. */
  rowCount: number
  columnCount: number
  sizeBytes: number
  /** Its rows as UTF-8 CSV with semicolons, one record per spreadsheet row. Can be read once. */
  csv: AsyncIterable<Uint8Array>
  /**
   * Formatted numbers, as `Csv.decodeFormatted` reads them: same rows and columns, empty where `csv` has the
   * full text. Absent if no cell has a format. Read it once, after `csv`.
   */
  formatted?: AsyncIterable<Uint8Array>
}

/** `read` is called when there is capacity, sometimes twice. */
export interface InspectInput {
  kind: 'IMAGE' | 'PDF' | 'DRAWING' | 'FONT' | 'XLSX'
  /** Number of the font in a collection, from 1. */
  face?: number | undefined
  /** Organisations take turns. */
  organisationId: string
  sizeBytes: number
  read(): Promise<AsyncIterable<Uint8Array>>
}

export interface Inspection {
  /** Errors prevent printing; warnings inform. */
  findings: Finding[]
  /** Stored and printed instead of a file that can't be printed as intended. */
  replacement?: { bytes: Uint8Array; sha256: string }
  /** Set for an image without errors. */
  image?: InspectedImage
  /** Size of each page of a PDF without errors, null for pages that can't be printed. */
  pages?: (PdfPageSize | null)[]
  /** Set for a font without errors: the scripts that it supports (ISO 15924). */
  scripts?: string[]
  /** Set for a workbook without errors. */
  sheets?: InspectedSheet[]
}

export interface InspectedImage {
  format: 'jpeg' | 'png'
  /** Size after rotation by the image's orientation. */
  widthPx: number
  heightPx: number
  hasAlpha: boolean
  /** `sRGB`, `CMYK` or `Gray` without a profile. */
  colourProfile: string
  thumbnail: Uint8Array
}

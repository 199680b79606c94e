import type { Finding } from '../kernel/finding.ts'
import type { PdfPageSize } from '../model/assets.ts'

/** A sheet of a workbook. */
export interface InspectedSheet {
  /** The name of its tab; every sheet of a workbook has one of its own. */
  name: string
  /** Whether the workbook hides its tab. Hidden sheets follow the visible ones. */
  isHidden: boolean
  /** Rows up to the last one with anything in it. */
  rowCount: number
  columnCount: number
  /** The length of `csv` in bytes. */
  sizeBytes: number
  /**
   * Its rows as CSV in UTF-8, separated by semicolons, one for each row of the spreadsheet. It can be read
   * once.
   */
  csv: AsyncIterable<Uint8Array>
  /**
   * Its numbers that have a format, as `Csv.decodeFormatted` reads them: the same rows and columns, empty where `csv`
   * says all. Absent where no cell has one. To be read after `csv`, once.
   */
  formatted?: AsyncIterable<Uint8Array>
}

/** A file to inspect. Its bytes are read when there is capacity to do so, sometimes twice. */
export interface InspectInput {
  kind: 'IMAGE' | 'PDF' | 'DRAWING' | 'FONT' | 'XLSX'
  /** Which font of a collection, from 1. */
  face?: number | undefined
  /** The organisation: organisations take turns. */
  organisationId: string
  sizeBytes: number
  read(): Promise<AsyncIterable<Uint8Array>>
}

export interface Inspection {
  /** Errors that keep the file from being printed, and warnings. */
  findings: Finding[]
  /** What is stored and printed instead of the file, where the file itself cannot be printed as it is meant. */
  replacement?: { bytes: Uint8Array; sha256: string }
  /** Set for an image without errors. */
  image?: InspectedImage
  /** Of a PDF without errors: the size of each page; null where it cannot be printed. */
  pages?: (PdfPageSize | null)[]
  /** Of a font without errors: the scripts that it has letters of, by their codes of ISO 15924. */
  scripts?: string[]
  /** Set for a workbook without errors. */
  sheets?: InspectedSheet[]
}

export interface InspectedImage {
  format: 'jpeg' | 'png'
  /** The size as displayed, after rotation by the image's orientation. */
  widthPx: number
  heightPx: number
  hasAlpha: boolean
  /** The name of its colour profile; `sRGB`, `CMYK` or `Gray` without one. */
  colourProfile: string
  /** A small PNG. */
  thumbnail: Uint8Array
}

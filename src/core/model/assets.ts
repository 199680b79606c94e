import type { Finding } from '../kernel/finding.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

export const uploadKinds = ['IMAGE', 'PDF', 'DRAWING', 'CSV', 'XLSX', 'FONT'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** The kinds of lists, which belong to one mode and are kept for some days. */
export const listKinds = ['CSV', 'XLSX'] as const satisfies readonly UploadKind[]
export type ListKind = (typeof listKinds)[number]
export const isListKind = (kind: UploadKind): kind is ListKind => listKinds.some((list) => list === kind)

/** A sheet of an uploaded workbook, and where its CSV stands in the blob. */
export interface UploadedSheet {
  name: string
  rowCount: number
  columnCount: number
  /** Whether the workbook hides its tab; absent from visible sheets, and where an earlier version read it. */
  isHidden?: true
  start: number
  end: number
  /**
   * Where its formatted numbers are in the blob; absent where no cell has a format, and where an earlier version read
   * it.
   */
  formatted?: { start: number; end: number }
}

/** A page of a PDF as it is shown, in mm. */
export interface PdfPageSize {
  /** What is printed of it, bleed included. */
  w: number
  h: number
  /** What is left when it is cut, from the upper left corner of that; all of it where the file does not say. */
  trim: { x: number; y: number; w: number; h: number }
}

/** `REMOVED`: the bytes are gone (an expired list, a deleted asset), and the receipt is kept. */
export const uploadStatuses = ['READY', 'REMOVED'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/**
 * The receipt of an uploaded file. A list belongs to the mode of its key; other files are shared by both
 * modes, can be sent with live keys only, and are `live` here.
 */
export const uploadsTable = defineTable(
  'uploads',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    kind: text<UploadKind>(),
    status: text<UploadStatus>(),
    fileName: text(),
    /** The detected type of the bytes, regardless of the declared one. */
    contentType: text(),
    sizeBytes: integer(),
    sha256: text(),
    /**
     * Contains an id of its own, not the upload's. Null once the bytes are gone. Of a workbook it holds the
     * CSV of its sheets, one after the other.
     */
    blobKey: textOrNull(),
    findings: json<Finding[]>(),
    /** Of a workbook; null of other files. */
    sheets: jsonOrNull<UploadedSheet[]>(),
    /** Of a PDF, with null for pages that cannot be printed; null of other files, and of PDFs that were uploaded before sizes were kept. */
    pages: jsonOrNull<(PdfPageSize | null)[]>(),
    /** The id by which templates refer to it; null for a list. */
    assetId: textOrNull(),
    createdAt: integer(),
    /** Who sent it: a user, or the first key of a line; null where an earlier version received it. */
    createdById: textOrNull(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt'], ['blobKey']] },
)
export type UploadRow = RowOf<typeof uploadsTable>

/** Kinds of assets that are no picture. */
export const assetFileKinds = ['PDF', 'DRAWING', 'FONT'] as const

export const assetFormats = ['jpeg', 'png', 'pdf', 'font'] as const
export type AssetFormat = (typeof assetFormats)[number]

/**
 * Files that templates use. A deleted asset is no longer visible, but its row and bytes stay for as long as a
 * published version prints it.
 */
export const assetsTable = defineTable(
  'assets',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    uploadId: text(),
    kind: text<Exclude<UploadKind, ListKind>>(),
    status: text<'ACTIVE' | 'DELETED'>(),
    name: text(),
    /** What is stored: a drawing is a PDF of one page. */
    format: text<AssetFormat>(),
    /** Of images. */
    widthPx: integerOrNull(),
    heightPx: integerOrNull(),
    hasAlpha: boolean(),
    colourProfile: textOrNull(),
    /** Of PDFs, as in `uploads`. */
    pages: jsonOrNull<(PdfPageSize | null)[]>(),
    sizeBytes: integer(),
    sha256: text(),
    blobKey: text(),
    thumbKey: textOrNull(),
    createdAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'status', 'createdAt'],
      ['organisationId', 'status', 'name'],
    ],
    folded: ['name'],
  },
)
export type AssetRow = RowOf<typeof assetsTable>

/** The published versions that print an asset; the id combines both ids. */
export const assetUsesTable = defineTable(
  'asset_uses',
  'organisation',
  { id: text(), organisationId: text(), assetId: text(), templateVersionId: text() },
  { indexes: [['assetId']] },
)

export const instanceAssetKinds = ['FONT', 'ICC_PROFILE'] as const
export type InstanceAssetKind = (typeof instanceAssetKinds)[number]

/** Files of the operator's own beside those of the program: fallback fonts, and profiles of stocks. */
export const instanceAssetsTable = defineTable(
  'instance_assets',
  'none',
  {
    /** What sheets name a profile by. */
    id: text(),
    kind: text<InstanceAssetKind>(),
    name: text(),
    contentType: text(),
    /** As the operator has written it. */
    licence: text(),
    blobKey: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** The order in which fonts are asked for a character. */
    createdAt: integer(),
    /** Of a font: the scripts that it has letters of, by their codes of ISO 15924. Null where it is not known. */
    scripts: jsonOrNull<string[]>(),
  },
  { indexes: [['createdAt']] },
)
export type InstanceAssetRow = RowOf<typeof instanceAssetsTable>

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

/** Kinds of lists, which belong to one mode and are kept for some days. */
export const listKinds = ['CSV', 'XLSX'] as const satisfies readonly UploadKind[]
export type ListKind = (typeof listKinds)[number]
export const isListKind = (kind: UploadKind): kind is ListKind => listKinds.some((list) => list === kind)

/** A sheet of an uploaded workbook, with the position of its CSV in the blob. */
export interface UploadedSheet {
  name: string
  rowCount: number
  columnCount: number
  /** Whether the workbook hides the sheet. Absent for visible sheets and uploads of earlier versions. */
  isHidden?: true
  start: number
  end: number
  /**
   * Position of its formatted numbers in the blob. Absent without formats and in uploads of earlier versions.
   */
  formatted?: { start: number; end: number }
}

/** A PDF page as displayed, in mm. */
export interface PdfPageSize {
  /** Printed size, bleed included. */
  w: number
  h: number
  /** Trim box relative to its top left corner; the whole page if the file has none. */
  trim: { x: number; y: number; w: number; h: number }
}

/** `REMOVED`: the bytes are deleted (an expired list, a deleted asset), the receipt is kept. */
export const uploadStatuses = ['READY', 'REMOVED'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/**
 * Receipts of uploaded files. A list belongs to the mode of its key. Other files are shared by both modes,
 * can be sent with live keys only, and have mode `live`.
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
    /** Detected type, regardless of the declared one. */
    contentType: text(),
    sizeBytes: integer(),
    sha256: text(),
    /**
     * Contains its own id, not the upload's. Null once the bytes are deleted. For a workbook, the CSVs of its
     * sheets in sequence.
     */
    blobKey: textOrNull(),
    findings: json<Finding[]>(),
    /** Of workbooks; else null. */
    sheets: jsonOrNull<UploadedSheet[]>(),
    /**
     * Of PDFs, with null for unprintable pages. Null for other files, and for PDFs uploaded before sizes were
     * stored.
     */
    pages: jsonOrNull<(PdfPageSize | null)[]>(),
    /** Id used by templates; null for lists. */
    assetId: textOrNull(),
    createdAt: integer(),
    /** Uploader: a user, or the first key of a line; null for earlier versions. */
    createdById: textOrNull(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt'], ['blobKey']] },
)
export type UploadRow = RowOf<typeof uploadsTable>

/** Kinds of assets other than images. */
export const assetFileKinds = ['PDF', 'DRAWING', 'FONT'] as const

export const assetFormats = ['jpeg', 'png', 'pdf', 'font'] as const
export type AssetFormat = (typeof assetFormats)[number]

/**
 * Files used by templates. A deleted asset is hidden, but row and bytes stay while a published version prints
 * it.
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
    /** Stored format: a drawing is a PDF of one page. */
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

/** Published versions that print an asset; the id combines both ids. */
export const assetUsesTable = defineTable(
  'asset_uses',
  'organisation',
  { id: text(), organisationId: text(), assetId: text(), templateVersionId: text() },
  { indexes: [['assetId']] },
)

export const instanceAssetKinds = ['FONT', 'ICC_PROFILE'] as const
export type InstanceAssetKind = (typeof instanceAssetKinds)[number]

/** Files of the operator in addition to the program's: fallback fonts, and colour profiles of stocks. */
export const instanceAssetsTable = defineTable(
  'instance_assets',
  'none',
  {
    /** Name of a profile in sheets. */
    id: text(),
    kind: text<InstanceAssetKind>(),
    name: text(),
    contentType: text(),
    /** As entered by the operator. */
    licence: text(),
    blobKey: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** Order in which fonts are tried for a character. */
    createdAt: integer(),
    /** Of a font: scripts that it covers, as ISO 15924 codes. Null if unknown. */
    scripts: jsonOrNull<string[]>(),
  },
  { indexes: [['createdAt']] },
)
export type InstanceAssetRow = RowOf<typeof instanceAssetsTable>

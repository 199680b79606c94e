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

/** Lists belong to one mode and are kept for some days. */
export const listKinds = ['CSV', 'XLSX'] as const satisfies readonly UploadKind[]
export type ListKind = (typeof listKinds)[number]
export const isListKind = (kind: UploadKind): kind is ListKind => listKinds.some((list) => list === kind)

/** `start` and `end` are the position of the sheet's CSV in the blob. */
export interface UploadedSheet {
  name: string
  rowCount: number
  columnCount: number
  /** Absent for visible sheets and uploads of earlier versions. */
  isHidden?: true
  start: number
  end: number
  /** Position of its formatted numbers. Absent without formats and in uploads of earlier versions. */
  formatted?: { start: number; end: number }
}

/** A page as displayed, in mm. */
export interface PdfPageSize {
  /** Includes the bleed. */
  w: number
  h: number
  /** Relative to the page's top left corner; the whole page if the file has no trim box. */
  trim: { x: number; y: number; w: number; h: number }
}

/** `REMOVED`: the bytes are deleted (an expired list, a deleted asset), the row is kept. */
export const uploadStatuses = ['READY', 'REMOVED'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/**
 * A list belongs to the mode of its key. Other files are sent with live keys only, shared by both modes, and
 * have mode `live`.
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
    /** As detected, regardless of the declared type. */
    contentType: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** Null once the bytes are deleted. For a workbook, the CSVs of its sheets in sequence. */
    blobKey: textOrNull(),
    findings: json<Finding[]>(),
    /** Only of workbooks. */
    sheets: jsonOrNull<UploadedSheet[]>(),
    /** Pages of a PDF, with null for unprintable ones. Null for other files, and before sizes were stored. */
    pages: jsonOrNull<(PdfPageSize | null)[]>(),
    /** Asset of the upload, for templates; null for lists. */
    assetId: textOrNull(),
    createdAt: integer(),
    /** Id of a user, or of the first key of a rotation line; null for earlier versions. */
    createdById: textOrNull(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt'], ['blobKey']] },
)
export type UploadRow = RowOf<typeof uploadsTable>

export const assetFileKinds = ['PDF', 'DRAWING', 'FONT'] as const

export const assetFormats = ['jpeg', 'png', 'pdf', 'font'] as const
export type AssetFormat = (typeof assetFormats)[number]

/** A deleted asset is hidden, but row and bytes stay while a published version prints it. */
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
    /** A drawing is stored as a PDF of one page. */
    format: text<AssetFormat>(),
    widthPx: integerOrNull(),
    heightPx: integerOrNull(),
    hasAlpha: boolean(),
    colourProfile: textOrNull(),
    /** Pages of a PDF, as in `uploads`. */
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

/** Files of the operator: fallback fonts, and colour profiles of stocks. */
export const instanceAssetsTable = defineTable(
  'instance_assets',
  'none',
  {
    /** For a colour profile, its name in sheets. */
    id: text(),
    kind: text<InstanceAssetKind>(),
    name: text(),
    contentType: text(),
    licence: text(),
    blobKey: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** Fonts are tried in this order. */
    createdAt: integer(),
    /** Scripts that a font covers, as ISO 15924 codes. Null if unknown. */
    scripts: jsonOrNull<string[]>(),
  },
  { indexes: [['createdAt']] },
)
export type InstanceAssetRow = RowOf<typeof instanceAssetsTable>

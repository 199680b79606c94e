import { defineTable, integer, jsonOrNull, type RowOf, text } from '../kernel/table.ts'

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

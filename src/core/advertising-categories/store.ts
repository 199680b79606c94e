import { boolean, defineTable, integer, type RowOf, text } from '../columns.ts'
import type { Mode } from '../ports/store.ts'

/** The organisation's own categories; the platform's are data in `platform.ts`. */
export const advertisingCategoriesTable = defineTable(
  'advertising_categories',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    key: text(),
    label: text(),
    sortOrder: integer(),
    archived: boolean(),
    createdAt: integer(),
  },
  { unique: [['organisationId', 'mode', 'key']] },
)
export type AdvertisingCategoryRow = RowOf<typeof advertisingCategoriesTable>

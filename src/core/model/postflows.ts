import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, integerOrNull, type RowOf, text, textOrNull } from '../kernel/table.ts'
import type { PostflowStatus } from './postflows-lifecycle.ts'

export const postflowsTable = defineTable(
  'postflows',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    description: textOrNull(),
    status: text<PostflowStatus>(),
    templateId: text(),
    templateVersionId: text(),
    productId: text(),
    specificationId: text(),
    advertisingCategory: textOrNull(),
    approval: text<'NONE' | 'PER_ITEM'>(),
    returnAddressId: textOrNull(),
    /** The address that a scan of the piece's QR code leads to. */
    trackingTargetUrl: textOrNull(),
    /**
     * Days within which a second item to one recipient in this Postflow is a finding; 0 turns the check off.
     */
    duplicateWindowDays: integer(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    activatedAt: integerOrNull(),
    archivedAt: integerOrNull(),
    /** The cost centre of items that name none themselves. */
    billingGroup: textOrNull(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'updatedAt'],
      ['organisationId', 'mode', 'name'],
      ['organisationId', 'mode', 'advertisingCategory'],
    ],
    folded: ['name'],
  },
)
export type PostflowRow = RowOf<typeof postflowsTable>

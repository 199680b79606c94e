import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, integerOrNull, type RowOf, text, textOrNull } from '../kernel/table.ts'

export const postflowStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const
export type PostflowStatus = (typeof postflowStatuses)[number]

/** An unused draft may be archived too. */
export const postflowLifecycle = defineLifecycle<PostflowStatus>('Postflow', {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
})

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
    /** Target URL of the piece's QR code. */
    trackingTargetUrl: textOrNull(),
    /** A second item to a recipient within this many days is a finding; 0 turns the check off. */
    duplicateWindowDays: integer(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    activatedAt: integerOrNull(),
    archivedAt: integerOrNull(),
    /** Cost centre of items without their own. */
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

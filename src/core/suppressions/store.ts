import { defineTable, integer, json, type RowOf, text, textOrNull } from '../columns.ts'
import type { Recipient } from '../items/address/schema.ts'
import type { Mode } from '../ports/store.ts'

/** Addresses that must not get mail: all of it, or that of one advertising category. */
export const suppressionsTable = defineTable(
  'suppressions',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    addressKey: text(),
    /** Folded name; null suppresses everyone at the address. */
    nameKey: textOrNull(),
    advertisingCategory: textOrNull(),
    reason: text(),
    recipient: json<Recipient>(),
    createdAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'addressKey'],
      ['organisationId', 'mode', 'advertisingCategory'],
    ],
  },
)
export type SuppressionRow = RowOf<typeof suppressionsTable>

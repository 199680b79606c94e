import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text } from '../kernel/table.ts'

/** The billing groups (cost centres) that an organisation has used in a mode; each begins with its first use. */
export const billingGroupsTable = defineTable(
  'billing_groups',
  'mode',
  {
    /** `<organisation>|<mode>|<name>` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    createdAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'name'],
      ['organisationId', 'mode', 'createdAt'],
    ],
  },
)
export type BillingGroupRow = RowOf<typeof billingGroupsTable>

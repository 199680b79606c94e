import type { Mode } from '../kernel/mode.ts'
import {
  defineTable,
  integer,
  integerOrNull,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

/** USER and API_KEY call; OPERATOR is the command line or the program itself; PUBLIC followed a link or an address. */
export const actorTypes = ['USER', 'API_KEY', 'OPERATOR', 'PUBLIC'] as const
export type AuditActorType = (typeof actorTypes)[number]
/** OBSERVED: nothing was changed; somebody tried something (`security-log.ts`). */
export const auditActions = ['CREATED', 'CHANGED', 'REMOVED', 'OBSERVED'] as const
export type AuditAction = (typeof auditActions)[number]

/** Who changed what, and what it was before. Changes are only ever added; what was observed is kept for a time. */
export const auditLogTable = defineTable(
  'audit_log',
  'organisation',
  {
    id: text(),
    /** `platform` of what is about no organisation. */
    organisationId: text(),
    /** Of what is apart by mode. */
    mode: textOrNull<Mode>(),
    actorType: text<AuditActorType>(),
    actorId: text(),
    /** As it was called then: an e-mail address, a key's name. */
    actorName: text(),
    /** The operation's id; null on the command line. */
    operation: textOrNull(),
    action: text<AuditAction>(),
    resource: text(),
    resourceId: text(),
    before: jsonOrNull<Record<string, unknown>>(),
    after: jsonOrNull<Record<string, unknown>>(),
    requestId: textOrNull(),
    createdAt: integer(),
    /** null of changes: they stay. */
    expiresAt: integerOrNull(),
  },
  {
    indexes: [['organisationId', 'createdAt'], ['organisationId', 'resourceId', 'createdAt'], ['expiresAt']],
  },
)
export type AuditRow = RowOf<typeof auditLogTable>

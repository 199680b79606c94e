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

/**
 * USER and API_KEY are callers; OPERATOR is the command line or the program itself; PUBLIC used a link or a
 * public address.
 */
export const actorTypes = ['USER', 'API_KEY', 'OPERATOR', 'PUBLIC'] as const
export type AuditActorType = (typeof actorTypes)[number]
/** A caller as it was when it did something. */
export interface ActorThen {
  type: AuditActorType
  id: string
  /** An e-mail address, a key's name. */
  name: string
}
/** OBSERVED: an attempt that changed nothing (`security-log.ts`). */
export const auditActions = ['CREATED', 'CHANGED', 'REMOVED', 'OBSERVED'] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * The audit log: who changed what, with the earlier values. Changes are never removed; observations are kept
 * for a time.
 */
export const auditLogTable = defineTable(
  'audit_log',
  'organisation',
  {
    id: text(),
    /** `platform` for what concerns no organisation. */
    organisationId: text(),
    /** The mode of rows that differ by mode; null for others. */
    mode: textOrNull<Mode>(),
    actorType: text<AuditActorType>(),
    actorId: text(),
    /** The actor's name at that time: an e-mail address, a key's name. */
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
    /** Null for changes, which are kept. */
    expiresAt: integerOrNull(),
  },
  {
    indexes: [['organisationId', 'createdAt'], ['organisationId', 'resourceId', 'createdAt'], ['expiresAt']],
  },
)
export type AuditRow = RowOf<typeof auditLogTable>

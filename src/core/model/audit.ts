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

/** USER and API_KEY are callers, OPERATOR is the command line or the program, PUBLIC a link or public URL. */
export const actorTypes = ['USER', 'API_KEY', 'OPERATOR', 'PUBLIC'] as const
export type AuditActorType = (typeof actorTypes)[number]
/** The caller of an action, as recorded at that time. */
export interface RecordedActor {
  type: AuditActorType
  id: string
  /** Email address or key name. */
  name: string
}
/** OBSERVED: an attempt that changed nothing (`security-log.ts`). */
export const auditActions = ['CREATED', 'CHANGED', 'REMOVED', 'OBSERVED'] as const
export type AuditAction = (typeof auditActions)[number]

/** Changes are kept permanently, observations until `expiresAt`. */
export const auditLogTable = defineTable(
  'audit_log',
  'organisation',
  {
    id: text(),
    /** `platform` for entries without an organisation. */
    organisationId: text(),
    /** Mode of the resource; null if it has none. */
    mode: textOrNull<Mode>(),
    actorType: text<AuditActorType>(),
    actorId: text(),
    /** Email address or key name at that time. */
    actorName: text(),
    /** Operation id; null for the command line. */
    operation: textOrNull(),
    action: text<AuditAction>(),
    resource: text(),
    resourceId: text(),
    before: jsonOrNull<Record<string, unknown>>(),
    after: jsonOrNull<Record<string, unknown>>(),
    requestId: textOrNull(),
    createdAt: integer(),
    /** Null for changes. */
    expiresAt: integerOrNull(),
  },
  {
    indexes: [['organisationId', 'createdAt'], ['organisationId', 'resourceId', 'createdAt'], ['expiresAt']],
  },
)
export type AuditRow = RowOf<typeof auditLogTable>

import * as v from 'valibot'
import { toDateTime } from '../../kernel/time.ts'
import { namedObject } from '../../kernel/wire-schema.ts'
import { type AuditRow, actorTypes, auditActions } from '../../model/audit.ts'
import { mode as modeSchema } from '../../model/wire-enums.ts'

export const auditEntrySchema = namedObject(
  'AuditEntry',
  'One change of one resource: who made it, and what it was before and after.',
  {
    id: v.string(),
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
    actor: v.object({
      type: v.picklist(actorTypes),
      id: v.string(),
      /** As it was called then. */
      name: v.string(),
    }),
    /** The operation that was called; null on the command line. */
    operation: v.nullable(v.string()),
    action: v.picklist(auditActions),
    resource: v.string(),
    resourceId: v.string(),
    /** Of what is apart by mode. */
    mode: v.nullable(modeSchema),
    /** The fields that changed, as they were; null of what was made. Secrets read `[hidden]`. */
    before: v.nullable(v.record(v.string(), v.unknown())),
    /** The same as they are now; null of what was removed. */
    after: v.nullable(v.record(v.string(), v.unknown())),
    requestId: v.nullable(v.string()),
  },
)

export const auditEntryToWire = (row: AuditRow) => ({
  id: row.id,
  createdAt: toDateTime(row.createdAt),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  operation: row.operation,
  action: row.action,
  resource: row.resource,
  resourceId: row.resourceId,
  mode: row.mode,
  before: row.before,
  after: row.after,
  requestId: row.requestId,
})

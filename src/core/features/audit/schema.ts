import * as v from 'valibot'
import { toDateTime } from '../../kernel/time.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { type AuditRow, actorTypes, auditActions } from '../../model/audit.ts'
import { mode as modeSchema } from '../../model/wire-enums.ts'

export const actorSchema = namedObject('Actor', 'A caller at the time of an action.', {
  type: described(v.picklist(actorTypes), 'Kind of caller.'),
  id: described(
    v.string(),
    'The user `usr_…`, the key `key_…`, `operator` for the command line, or another actor.',
  ),
  name: described(v.string(), 'Name of the caller at that time.'),
})

export const auditEntrySchema = namedObject(
  'AuditEntry',
  'A change of a resource: who made it, and the values before and after.',
  {
    id: described(v.string(), 'The entry, `aud_…`.'),
    createdAt: described(v.pipe(v.string(), v.isoTimestamp()), 'Time of the change, RFC 3339 in UTC.'),
    actor: described(actorSchema, 'The caller that made the change.'),
    operation: described(
      v.nullable(v.string()),
      'The operation that was called, e.g. `items.patch`; null on the command line.',
    ),
    action: described(v.picklist(auditActions), 'The action.'),
    resource: described(v.string(), 'Kind of the resource, e.g. `postflow`.'),
    resourceId: described(v.string(), 'Id of the resource.'),
    mode: described(v.nullable(modeSchema), 'Mode of the resource; null if both modes share it.'),
    before: described(
      v.nullable(v.record(v.string(), v.unknown())),
      'The changed fields before; null if created. Secrets read `[hidden]`.',
    ),
    after: described(
      v.nullable(v.record(v.string(), v.unknown())),
      'The changed fields after; null if removed.',
    ),
    requestId: described(
      v.nullable(v.string()),
      'Id of the request, as in `X-Request-Id`; null on the command line.',
    ),
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

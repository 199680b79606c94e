import * as v from 'valibot'
import { toDateTime } from '../../kernel/time.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { type AuditRow, actorTypes, auditActions } from '../../model/audit.ts'
import { mode as modeSchema } from '../../model/wire-enums.ts'

export const actorSchema = namedObject('Actor', 'A caller as it was when it did something.', {
  type: described(v.picklist(actorTypes), 'What kind of caller it was.'),
  id: described(
    v.string(),
    'The user `usr_…`, the key `key_…`, `operator` for the command line, or what else it was.',
  ),
  name: described(v.string(), 'What it was called then.'),
})

export const auditEntrySchema = namedObject(
  'AuditEntry',
  'One change of one resource: who made it, and what it was before and after.',
  {
    id: described(v.string(), 'The entry, `aud_…`.'),
    createdAt: described(v.pipe(v.string(), v.isoTimestamp()), 'When it happened, RFC 3339 in UTC.'),
    actor: described(actorSchema, 'Who made the change.'),
    operation: described(
      v.nullable(v.string()),
      'The operation that was called, e.g. `items.patch`; null on the command line.',
    ),
    action: described(v.picklist(auditActions), 'What was done.'),
    resource: described(v.string(), 'Kind of the resource, e.g. `postflow`.'),
    resourceId: described(v.string(), 'Id of the resource.'),
    mode: described(v.nullable(modeSchema), 'Mode of the resource; null for what both modes share.'),
    before: described(
      v.nullable(v.record(v.string(), v.unknown())),
      'The fields that changed, as they were; null for what was created. Secrets read `[hidden]`.',
    ),
    after: described(
      v.nullable(v.record(v.string(), v.unknown())),
      'The same fields as they were afterwards; null for what was removed.',
    ),
    requestId: described(
      v.nullable(v.string()),
      'The request, as in `X-Request-Id`; null on the command line.',
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

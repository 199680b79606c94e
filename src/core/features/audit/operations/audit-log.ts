import { recordedResources } from '../../../engine/audit/actor.ts'
import { auditedTables } from '../../../engine/audit/policy.ts'
import { platformId } from '../../../engine/audit/security-log.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { actorTypes, auditActions, auditLogTable } from '../../../model/audit.ts'
import { auditEntrySchema, auditEntryToWire } from '../schema.ts'

const text = { type: 'text', maxLength: 80, operators: ['eq', 'in'] } as const

const resources: readonly string[] = [
  ...Object.values(auditedTables).flatMap(({ resource, resourceById = {} }) => [
    resource,
    ...Object.values(resourceById),
  ]),
  ...recordedResources,
  'security',
]

/** Shared by both audit logs. */
export const auditListFields = defineList(auditLogTable, {
  sort: { createdAt: 'createdAt' },
  defaultSort: '-createdAt',
  filters: {
    id: text,
    actorType: {
      type: 'enum',
      values: actorTypes,
      operators: ['eq', 'in'],
      description: 'What kind of caller made the change.',
    },
    actorId: { ...text, description: 'Id of the caller that made the change, e.g. `usr_…`.' },
    operation: text,
    action: { type: 'enum', values: auditActions, operators: ['eq', 'in'] },
    resource: {
      type: 'enum',
      values: resources,
      operators: ['eq', 'in'],
    },
    resourceId: text,
    requestId: { type: 'text', maxLength: 128, operators: ['eq'] },
    createdAt: periodFilter,
  },
})

export const listAuditLog = defineOperation({
  id: 'auditLog.list',
  method: 'GET',
  path: '/organisation/audit-log',
  summary: 'List the audit log',
  description:
    'Every change of settings by users, keys and the operator of the instance, decisions about items (`item`, or `itemAction` for many at once), and the use of revoked keys (`OBSERVED`, kept for 90 days). Items, runs and Postbatches have their own histories.',
  permission: 'organisation.manage',
  audience: 'portal',
  effect: 'read',
  list: auditListFields,
  output: listOf(auditEntrySchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.auditLog.list(shared, list), auditEntryToWire)
  },
})

export const listPlatformAuditLog = defineOperation({
  id: 'auditLog.platform',
  method: 'GET',
  path: '/platform/audit-log',
  summary: 'List the instance’s audit log',
  description:
    'For operators: created, promoted and disabled users, failed sign-ins and lockouts, refused hosts. Entries about one organisation are in its own log. Observations (`OBSERVED`) are kept for 90 days.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: auditListFields,
  output: listOf(auditEntrySchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.auditLog.list({ organisationId: platformId }, list), auditEntryToWire)
  },
})

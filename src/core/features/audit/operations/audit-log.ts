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

/** The sorts and filters of both audit logs. */
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
  summary: 'Who changed what, and what it was before',
  description:
    'Every change of settings by people, keys and the operator of the instance, and the use of keys that were revoked (`OBSERVED`, kept for 90 days). So does who approved or rejected an item (`item`), or many at once (`itemAction`). Items, runs and Postbatches have histories of their own.',
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
  summary: 'What happened to the accounts of this instance, and what was tried',
  description:
    'For operators: users who were made, promoted or disabled, failed sign-ins and lockouts, refused hosts. What is about one organisation stands in its own log. What was only observed (`OBSERVED`) is kept for 90 days.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: auditListFields,
  output: listOf(auditEntrySchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.auditLog.list({ organisationId: platformId }, list), auditEntryToWire)
  },
})

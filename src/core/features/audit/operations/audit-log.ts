import { platformId } from '../../../engine/audit/security-log.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { auditListFields } from '../list.ts'
import { auditEntrySchema, auditEntryToWire } from '../schema.ts'

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

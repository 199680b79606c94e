import { platformId } from '../../../engine/audit/security-log.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { auditListFields } from '../list.ts'
import { auditEntrySchema, auditEntryToWire } from '../schema.ts'

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

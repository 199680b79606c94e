import { listOf, toList } from '../../list/page.ts'
import { defineOperation } from '../../operation.ts'
import { auditedTables } from '../policy.ts'
import { auditEntrySchema, auditEntryToWire } from '../schema.ts'
import { actorTypes, auditActions } from '../store.ts'

const text = { type: 'text', maxLength: 80, operators: ['eq', 'in'] } as const

export const listAuditLog = defineOperation({
  id: 'auditLog.list',
  method: 'GET',
  path: '/organisation/audit-log',
  summary: 'Who changed what, and what it was before',
  description:
    'Every change of settings by people, keys and whoever runs the instance. Items, runs and Postbatches have histories of their own.',
  permission: 'organisation.manage',
  audience: 'portal',
  effect: 'read',
  list: {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      actorType: { type: 'enum', values: actorTypes, operators: ['eq', 'in'] },
      actorId: text,
      operation: text,
      action: { type: 'enum', values: auditActions, operators: ['eq', 'in'] },
      resource: {
        type: 'enum',
        values: Object.values(auditedTables).map((policy) => policy.resource),
        operators: ['eq', 'in'],
      },
      resourceId: text,
      requestId: { type: 'text', maxLength: 128, operators: ['eq'] },
      createdAt: { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] },
    },
  },
  output: listOf(auditEntrySchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.auditLog.list(shared, list), auditEntryToWire)
  },
})

import { recordedResources } from '../../engine/audit/actor.ts'
import { auditedTables } from '../../engine/audit/policy.ts'
import { defineList, periodFilter } from '../../engine/list/fields.ts'
import { actorTypes, auditActions, auditLogTable } from '../../model/audit.ts'

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

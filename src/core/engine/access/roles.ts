import type { RoleRow } from '../../model/people.ts'
import { operatorScopes, organisationScopes, type Scope, withImplied } from './scopes.ts'

export interface Role {
  /** The key of a built-in role, else `rol_…`. */
  id: string
  name: string
  permissions: readonly string[]
}

const reading: readonly Scope[] = [
  'templates.read',
  'items.read',
  'events.read',
  'organisation.read',
] satisfies Scope[]

const editing: readonly Scope[] = [
  ...reading,
  'templates.write',
  'postflows.write',
  'items.write',
  'items.approve',
  'suppressions.manage',
]

/** Every organisation must have a member with this role. */
export const ownerRole = 'owner'
/**
 * Members with this role are told when a webhook endpoint is disabled, unless they choose otherwise
 * (docs/webhooks.md#delivery).
 */
export const developerRole = 'developer'

/** Roles that every organisation has. They are nothing but sets of permissions. */
export const builtInRoles: readonly Role[] = [
  { id: ownerRole, name: 'Owner', permissions: organisationScopes },
  {
    id: 'admin',
    name: 'Administrator',
    permissions: organisationScopes.filter((scope) => scope !== 'billing.manage'),
  },
  {
    id: developerRole,
    name: 'Developer',
    permissions: [
      ...reading,
      'items.write',
      'items.approve',
      'postflows.write',
      'apikeys.manage',
      'webhooks.manage',
    ],
  },
  { id: 'editor', name: 'Editor', permissions: editing },
  { id: 'approver', name: 'Approver', permissions: [...reading, 'items.approve'] },
  { id: 'finance', name: 'Finance', permissions: [...reading, 'billing.read', 'billing.manage'] },
  { id: 'viewer', name: 'Viewer', permissions: reading },
]

/** The permissions of all named roles; a role that no longer exists gives none. */
export const permissionsOf = (named: readonly string[], own: readonly RoleRow[]): string[] => {
  const roles = [...builtInRoles, ...own].filter((role) => named.includes(role.id))
  return withImplied([...new Set(roles.flatMap((role) => role.permissions))])
}

/**
 * An operator's permissions in an organisation without being a member: the operator's scopes and, with
 * `tenants.read`, to read.
 */
export const operatorPermissions = (scopes: readonly string[]): string[] => {
  const known: readonly string[] = operatorScopes
  const held = scopes.filter((scope) => known.includes(scope))
  if (!held.includes('tenants.read')) return held
  return [...held, ...organisationScopes.filter((scope) => scope.endsWith('.read'))]
}

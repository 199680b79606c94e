import type { ApiKeyRow } from '../../model/api-keys.ts'
import type { RoleRow } from '../../model/people.ts'

/** `all` means every one of them (docs/api-rules.md#scopes). */
export const organisationScopes = [
  'templates.read',
  'templates.write',
  'postflows.write',
  'items.read',
  'items.write',
  'items.approve',
  'billing.read',
  'billing.manage',
  'suppressions.manage',
  'apikeys.manage',
  'webhooks.manage',
  'events.read',
  'organisation.read',
  'organisation.manage',
  'members.manage',
] as const

/** Scopes of operators, which `all` doesn't include. */
export const operatorScopes = [
  'runs.manage',
  'printers.manage',
  'catalogue.manage',
  'platform.admin',
  'tenants.read',
] as const

export type OperatorScope = (typeof operatorScopes)[number]
export type Scope = (typeof organisationScopes)[number] | OperatorScope

const ofOperators: ReadonlySet<string> = new Set(operatorScopes)
/** Operator scopes that a key may have: it belongs to one organisation and reads no other. */
export const operatorScopesOfKeys = operatorScopes.filter((scope) => scope !== 'tenants.read')
export const isOperatorScope = (scope: string): boolean => ofOperators.has(scope)

/** On a key: every organisation scope, including those that later versions add. */
export const allScopes = 'all'

/** Descriptions that `/meta/scopes` returns. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  'templates.read': 'Read templates, their versions, folders and assets, and preview them',
  'templates.write': 'Write templates and assets, publish, and upload files',
  'postflows.write':
    'Write and approve Postbatches; write Postflows, imports, mapping presets and connectors',
  'items.read':
    'Read items and their letters, Postflows, Postbatches, imports, connectors, runs, products, exports, suppressions and analytics',
  'items.write': 'Create, change, approve, cancel, reprint and erase items, and move the test clock',
  'items.approve': 'Approve and reject items and Postbatches; items.write and postflows.write imply it',
  'billing.read': 'Read the balance, the ledger, prices, spending and invoices',
  'billing.manage': 'Top up and change how the organisation pays',
  'suppressions.manage': 'Write suppressions, their reasons and advertising categories',
  'apikeys.manage':
    'Create, rotate and revoke one’s own API keys, with organisation.manage those of all members; read the request log',
  'webhooks.manage': 'Read and write webhook endpoints, which receive events, and their deliveries',
  'events.read': 'Read the event feed',
  'organisation.read':
    'Read the organisation, its return addresses, members and roles; read and write support tickets',
  'organisation.manage':
    'Change the organisation and its return addresses, read its audit log, delete test data and adopt connectors',
  'members.manage': 'Invite and remove members, and change roles',
  'runs.manage':
    'Control production runs of every organisation, read their letters to print them, and pause printing',
  'printers.manage': 'Set up printers, and the rules that choose one',
  'catalogue.manage': 'Change the catalogue: products, prices, papers, cutoffs and country zones',
  'tenants.read': 'Read the data of every organisation without being a member',
  'platform.admin': 'Run the instance: organisations, limits, credit notes, invoicing, jobs, users, backups',
}

/** Accepts the operation's scope, or a stronger one that implies it. */
export const allows = (
  scopes: readonly string[],
  { permission, impliedBy }: { permission: string; impliedBy?: Scope | undefined },
): boolean => scopes.includes(permission) || (impliedBy !== undefined && scopes.includes(impliedBy))

/** Adds the permission to approve, which users who write items and Postbatches have and may grant. */
const withImplied = (permissions: readonly string[]): string[] =>
  ['items.write', 'postflows.write'].every((permission) => permissions.includes(permission))
    ? [...new Set([...permissions, 'items.approve' satisfies Scope])]
    : [...permissions]

/** Returns a key's scopes, with `all` expanded to the current organisation scopes. */
export const scopesOf = (key: Pick<ApiKeyRow, 'scopes'>): string[] =>
  key.scopes.includes(allScopes)
    ? [...new Set([...organisationScopes, ...key.scopes.filter((scope) => scope !== allScopes)])]
    : key.scopes

export interface Role {
  /** Key of a built-in role, else `rol_…`. */
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
/** Members with this role are notified of disabled webhook endpoints by default. */
export const developerRole = 'developer'

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

/** Returns the permissions of roles. Deleted roles give none. */
export const permissionsOf = (named: readonly string[], own: readonly RoleRow[]): string[] => {
  const roles = [...builtInRoles, ...own].filter((role) => named.includes(role.id))
  return withImplied([...new Set(roles.flatMap((role) => role.permissions))])
}

/** Returns permissions without membership: operator scopes, and all read permissions with `tenants.read`. */
export const operatorPermissions = (scopes: readonly string[]): string[] => {
  const known: readonly string[] = operatorScopes
  const held = scopes.filter((scope) => known.includes(scope))
  if (!held.includes('tenants.read')) return held
  return [...held, ...organisationScopes.filter((scope) => scope.endsWith('.read'))]
}

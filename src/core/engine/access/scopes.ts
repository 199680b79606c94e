import type { ApiKeyRow } from '../../model/access.ts'

/** Scopes that an organisation's key may hold; `all` means every one of them (docs/interface.md#scopes). */
export const organisationScopes = [
  'templates.read',
  'templates.write',
  'postflows.write',
  'items.read',
  'items.write',
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

/** Scopes of the people who run the instance; never part of `all`. */
export const operatorScopes = ['runs.manage', 'platform.admin'] as const

export type OperatorScope = (typeof operatorScopes)[number]
export type Scope = (typeof organisationScopes)[number] | OperatorScope

const ofOperators: ReadonlySet<string> = new Set(operatorScopes)
export const isOperatorScope = (scope: string): boolean => ofOperators.has(scope)

/** On a key: every organisation scope, also those that a later version adds. */
export const allScopes = 'all'

/** What each scope allows, for `/meta/scopes`. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  'templates.read': 'Read templates, their versions, folders and assets',
  'templates.write': 'Write templates and assets, and publish',
  'postflows.write': 'Write Postflows, Postbatches, imports and mapping presets',
  'items.read':
    'Read items, Postflows, Postbatches, imports, runs, products, exports, suppressions and analytics',
  'items.write': 'Create, change and cancel items',
  'billing.read': 'Read the balance, the ledger, prices and invoices',
  'billing.manage': 'Top up and change how the organisation pays',
  'suppressions.manage': 'Write suppressions, their reasons and advertising categories',
  'apikeys.manage': 'Create, rotate and revoke one’s own API keys; with organisation.manage everybody’s',
  'webhooks.manage': 'Read and write webhook endpoints and their deliveries',
  'events.read': 'Read the event feed',
  'organisation.read': 'Read the organisation and its return addresses',
  'organisation.manage': 'Change the organisation and its return addresses',
  'members.manage': 'Invite and remove members, and change their roles',
  'runs.manage': 'Steer production runs of every organisation',
  'platform.admin': 'Run the instance: organisations, limits, credit notes',
}

/** The scopes of a key, with `all` expanded to every organisation scope that exists today. */
export const scopesOf = (key: Pick<ApiKeyRow, 'scopes'>): string[] =>
  key.scopes.includes(allScopes)
    ? [...new Set([...organisationScopes, ...key.scopes.filter((scope) => scope !== allScopes)])]
    : key.scopes

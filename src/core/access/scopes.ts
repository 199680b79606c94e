/** Scopes that an organisation's key may hold; `all` means every one of them (DESIGN 5, 6). */
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

export type Scope = (typeof organisationScopes)[number] | (typeof operatorScopes)[number]

/** On a key: every organisation scope, also those that a later version adds. */
export const allScopes = 'all'

import { words } from 'words:permissions'
import type { Schemas } from '../../api/client.ts'

export type Permission = Schemas['OrganisationPermission']
type Area = keyof ReturnType<typeof words>['areas']
/** Message key of a permission: an underscore replaces the dot. */
export type KeyOf<Name extends string> = Name extends `${infer What}.${infer Deed}`
  ? `${What}_${Deed}`
  : never

/** Describes a permission. A missing description doesn't compile. */
export const permissionName = (permission: Permission): string =>
  words().names[permission.replace('.', '_') as KeyOf<Permission>]

/** Permissions by area, in the order of the screens. */
export const permissionGroups: readonly { area: Area; permissions: readonly Permission[] }[] = [
  {
    area: 'mail',
    permissions: ['items.read', 'items.approve', 'items.write', 'postflows.write', 'suppressions.manage'],
  },
  { area: 'designs', permissions: ['templates.read', 'templates.write'] },
  { area: 'money', permissions: ['billing.read', 'billing.manage'] },
  { area: 'programs', permissions: ['events.read', 'webhooks.manage', 'apikeys.manage'] },
  { area: 'organisation', permissions: ['organisation.read', 'organisation.manage', 'members.manage'] },
]

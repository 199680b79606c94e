import { words as w } from 'words:members'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

export type Role = Schemas['Role']

/** The organisation's roles, built-in ones first. Create it during component initialisation. */
export const rolesResource = (isEnabled: () => boolean = () => true): Resource<Role[]> =>
  new Resource(
    () => (isEnabled() ? 'roles' : undefined),
    async () => (await answered(api.GET('/v1/organisation/roles'))).data,
  )

const builtIn = (id: string) => w().builtIn[id as keyof ReturnType<typeof w>['builtIn']]

/** Returns a role's name, translated if built in. */
export const roleName = (id: string, roles: readonly Pick<Role, 'id' | 'name'>[] | undefined): string =>
  builtIn(id)?.name ?? roles?.find((role) => role.id === id)?.name ?? id

/** Describes a built-in role; undefined for custom ones. */
export const roleHint = (id: string): string | undefined => builtIn(id)?.hint

/** Whether the user has all permissions of a role and may grant it. */
export const mayGive = (role: Role): boolean =>
  role.permissions.every((permission) => session.can(permission))

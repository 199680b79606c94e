import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'
import { w } from './words.ts'

export type Role = Schemas['Role']

/**
 * The organisation's roles, built-in ones first, asked for whenever they become wanted. Made while a component
 * starts.
 */
export const rolesResource = (isWanted: () => boolean = () => true): Resource<Role[]> =>
  new Resource(
    () => (isWanted() ? 'roles' : undefined),
    async () => (await answered(api.GET('/v1/organisation/roles'))).data,
  )

const builtIn = (id: string) => w().builtIn[id as keyof ReturnType<typeof w>['builtIn']]

/** What a role is called: built-in ones in the reader's language. */
export const roleName = (id: string, roles: readonly Pick<Role, 'id' | 'name'>[] | undefined): string =>
  builtIn(id)?.name ?? roles?.find((role) => role.id === id)?.name ?? id

/** What a built-in role is for, in a sentence; undefined for one of the organisation's own. */
export const roleHint = (id: string): string | undefined => builtIn(id)?.hint

/** Whether the person who is signed in has all that a role gives: otherwise it is not theirs to give. */
export const mayGive = (role: Role): boolean =>
  role.permissions.every((permission) => session.can(permission))

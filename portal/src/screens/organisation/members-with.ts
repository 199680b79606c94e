import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/**
 * Names of members with one of these permissions, except the user and disabled users, in the order of the
 * members list. Create it during component initialisation.
 */
export const membersWith = (permissions: readonly string[], isEnabled: () => boolean): Resource<string[]> =>
  new Resource(
    () => (isEnabled() && session.can('organisation.read') ? `members who ${permissions}` : undefined),
    async () => {
      const [members, roles] = await Promise.all([
        allOf((query) => answered(api.GET('/v1/organisation/members', { params: { query } }))),
        answered(api.GET('/v1/organisation/roles')),
      ])
      const able = roles.data.filter((role) => role.permissions.some((one) => permissions.includes(one)))
      return members
        .filter(({ roles: theirs }) => able.some(({ id }) => theirs.includes(id)))
        .filter(({ user }) => user.id !== session.current?.user.id && user.status !== 'DISABLED')
        .map(({ user }) => user.name)
    },
  )

import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/**
 * The names of members whose roles hold one of these permissions, in the order of the list of members, without the
 * person who asks. Made while a component starts.
 */
export const peopleWho = (permissions: readonly string[], isWanted: () => boolean): Resource<string[]> =>
  new Resource(
    () => (isWanted() && session.can('organisation.read') ? `members who ${permissions}` : undefined),
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

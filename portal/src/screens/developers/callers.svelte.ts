import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Names of keys and users, as far as the user may read them. Create it during component initialisation. */
export const createCallers = () => {
  const keys = new Resource(
    () => (session.can('apikeys.manage') ? 'keys/names' : undefined),
    () => allOf((query) => answered(api.GET('/v1/developers/keys', { params: { query } }))),
  )
  const members = new Resource(
    () => (session.can('organisation.read') ? 'members/names' : undefined),
    () => allOf((query) => answered(api.GET('/v1/organisation/members', { params: { query } }))),
  )
  return {
    get keys() {
      return keys.data ?? []
    },
    get members() {
      return members.data ?? []
    },
    /** Undefined if the name is unknown. */
    nameOf(id: string): string | undefined {
      if (id === session.current?.user.id) return session.current.user.name
      const key = keys.data?.find((one) => one.id === id)
      return key?.name ?? members.data?.find(({ user }) => user.id === id)?.user.name
    },
  }
}

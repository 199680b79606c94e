import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Open invitations, if the user may read them. Create it during component initialisation. */
export const openInvitations = (): Resource<Schemas['InvitationPage']> =>
  new Resource(
    () => (session.can('members.manage') ? 'invitations/open' : undefined),
    () => {
      const query = { limit: 20, include: 'total', 'filter[status]': 'PENDING', sort: '-createdAt' } as const
      return answered(api.GET('/v1/organisation/invitations', { params: { query } }))
    },
  )

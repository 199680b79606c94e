import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** The invitations that can still be accepted, for those who may know. Made while a component starts. */
export const openInvitations = (): Resource<Schemas['InvitationPage']> =>
  new Resource(
    () => (session.can('members.manage') ? 'invitations/open' : undefined),
    () => {
      const query = { limit: 20, include: 'total', 'filter[status]': 'PENDING', sort: '-createdAt' } as const
      return answered(api.GET('/v1/organisation/invitations', { params: { query } }))
    },
  )

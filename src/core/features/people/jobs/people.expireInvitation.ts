import { defineJob } from '../../../engine/jobs/registry.ts'
import { everyone } from '../../../ports/store.ts'
import { endInvitation } from '../invitations.ts'

/** Says of an invitation that nobody followed that it is over. */
export const expireInvitation = defineJob({
  kind: 'people.expireInvitation',
  async handler({ services, job, transact }) {
    await transact(async ({ rows }) => {
      const invitation = await rows.invitations.get(everyone, String(job.payload.invitationId))
      if (invitation?.status === 'PENDING') await endInvitation(services, rows, invitation, 'EXPIRED')
    })
    return undefined
  },
})

import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { endInvitation } from '../invitations.ts'

/** Marks an invitation that was not accepted in time as expired. */
export const expireInvitation = defineJob({
  kind: 'people.expireInvitation',
  async handler({ services, job, args, transact }) {
    await transact(async ({ rows }) => {
      const invitation = await rows.invitations.get(organisationOf(job), args.invitationId)
      if (invitation?.status === 'PENDING') await endInvitation(services, rows, invitation, 'EXPIRED')
    })
    return undefined
  },
})

import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { linkTo } from '../links.ts'
import { invitationText } from '../mails.ts'

/** Mails the link of an invitation that can still be accepted. */
export const invitationMail = defineJob({
  kind: 'people.invitationMail',
  async handler({ services, job, args }) {
    const { invitation, organisation, by } = await services.store.read(async (rows) => {
      const invitation = await rows.invitations.get(organisationOf(job), args.invitationId)
      const organisation = invitation && (await rows.organisations.get(everyone, invitation.organisationId))
      return {
        invitation,
        organisation,
        by: invitation && (await rows.users.get(everyone, invitation.invitedById)),
      }
    })
    if (invitation?.status !== 'PENDING' || !organisation || invitation.expiresAt <= services.clock.now())
      return
    const link = linkTo(services, 'accept-invitation', invitation.id)
    await services.mailer.send({
      to: invitation.email,
      messageId: invitation.id,
      ...invitationText({ organisation: organisation.name, by: by?.name, link, until: invitation.expiresAt }),
    })
    return undefined
  },
})

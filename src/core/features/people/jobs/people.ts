import { defineJob, hourly, organisationOf, removeExpired } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { linkTo } from '../accounts/links.ts'
import {
  accessText,
  invitationText,
  languageOfAddress,
  languageOfUser,
  loadMailWords,
  resetText,
  zoneOfUser,
} from '../mails.ts'
import { endInvitation } from '../membership/invitations.ts'
import { newResetLink } from '../sessions/password-reset.ts'

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

/** Mails an invitation, unless it can no longer be accepted. */
export const invitationMail = defineJob({
  kind: 'people.invitationMail',
  async handler({ services, job, args }) {
    const found = await services.store.read(async (rows) => {
      const invitation = await rows.invitations.get(organisationOf(job), args.invitationId)
      const organisation = invitation && (await rows.organisations.get(everyone, invitation.organisationId))
      if (!organisation) return undefined
      const by = await rows.users.get(everyone, invitation.invitedById)
      const language = await languageOfAddress(rows, invitation.email, organisation)
      return { invitation, organisation, by, language }
    })
    if (found?.invitation.status !== 'PENDING') return undefined
    const { invitation, organisation, by, language } = found
    if (invitation.expiresAt <= services.clock.now()) return undefined
    const words = (await loadMailWords(job, language))(organisation.timeZone)
    const link = linkTo(services, 'accept-invitation', invitation.id)
    await services.mailer.send({
      to: invitation.email,
      messageId: invitation.id,
      ...invitationText(words, {
        organisation: organisation.name,
        by: by?.name,
        link,
        until: invitation.expiresAt,
      }),
    })
    return undefined
  },
})

/**
 * Mails a reset link. In a job, so that neither the answer nor its time reveals whether there is an account.
 */
export const passwordReset = defineJob({
  kind: 'people.passwordReset',
  async handler({ services, job, args, transact }) {
    if (!services.mailer.available) return undefined
    // A repeated run makes the same link, so that a mail already sent stays valid.
    const linkId = job.id.replace(/^job/, 'lnk')
    const { emailKey } = args
    const addressee = await services.store.read(async (rows) => {
      const [user] = await rows.users.find(everyone, { emailKey })
      return user && { language: languageOfUser(user), timeZone: await zoneOfUser(rows, user.id) }
    })
    if (!addressee) return undefined
    const words = (await loadMailWords(job, addressee.language))(addressee.timeZone)
    const found = await transact(async ({ rows }) => {
      const [user] = await rows.users.find(everyone, { emailKey })
      if (user?.status !== 'ACTIVE') return undefined
      // The link was used, or the password changed otherwise since. Mailing the link again would make it
      // valid again.
      if (user.passwordSetAt !== null && user.passwordSetAt > job.createdAt) return undefined
      const link =
        (await rows.links.get(everyone, linkId)) ??
        (await newResetLink(services, rows, user.id, { id: linkId, mailed: true }))
      return { user, link }
    })
    if (!found || found.link.expiresAt <= services.clock.now()) return undefined
    const text = args.demanded === true ? accessText : resetText
    await services.mailer.send({
      to: found.user.email,
      messageId: linkId,
      ...text(words, {
        link: linkTo(services, 'reset-password', linkId),
        until: found.link.expiresAt,
      }),
    })
    return undefined
  },
})

/** Removes expired sessions, links, unconfirmed second factors and counts of attempts. */
export const peopleRetention = defineJob({
  kind: 'people.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['sessions', 'links', 'secondFactors', 'signInAttempts']),
})

import { defineJob } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { linkTo } from '../links.ts'
import { demandText, resetText } from '../mails.ts'
import { newResetLink } from '../resets.ts'

/**
 * Looks for an account with the address and mails it a link. This happens in a job, so that neither the
 * answer nor its time reveals whether there is one.
 */
export const passwordReset = defineJob({
  kind: 'people.passwordReset',
  async handler({ services, job, args, transact }) {
    if (!services.mailer.available) return undefined
    // A repeated run makes the same link, so a mail that was sent already stays valid.
    const linkId = job.id.replace(/^job/, 'lnk')
    const found = await transact(async ({ rows }) => {
      const [user] = await rows.users.find(everyone, { emailKey: args.emailKey })
      if (user?.status !== 'ACTIVE') return undefined
      // The link was used, or the password changed otherwise: mailing it again would make it valid again.
      if (user.passwordSetAt !== null && user.passwordSetAt > job.createdAt) return undefined
      const link =
        (await rows.links.get(everyone, linkId)) ??
        (await newResetLink(services, rows, user.id, { id: linkId, mailed: true }))
      return { user, link }
    })
    if (!found || found.link.expiresAt <= services.clock.now()) return undefined
    const text = args.demanded === true ? demandText : resetText
    await services.mailer.send({
      to: found.user.email,
      messageId: linkId,
      ...text({ link: linkTo(services, 'reset-password', linkId), until: found.link.expiresAt }),
    })
    return undefined
  },
})

import { defineJob } from '../../../engine/jobs/registry.ts'
import { everyone } from '../../../ports/store.ts'
import { linkTo } from '../links.ts'
import { demandText, resetText } from '../mails.ts'
import { newResetLink } from '../resets.ts'

/** Finds out whether somebody has the address, and mails them a link. Here, so that no answer tells. */
export const passwordReset = defineJob({
  kind: 'people.passwordReset',
  async handler({ services, job, transact }) {
    if (!services.mailer.available) return undefined
    // The same link when this runs again: a mail that was sent already stays right.
    const linkId = job.id.replace(/^job/, 'lnk')
    const found = await transact(async ({ rows }) => {
      const [user] = await rows.users.find(everyone, { emailKey: String(job.payload.emailKey) })
      if (user?.status !== 'ACTIVE') return undefined
      // Its link was followed, or the password changed otherwise: to mail it again would bring it back.
      if (user.passwordSetAt !== null && user.passwordSetAt > job.createdAt) return undefined
      const link =
        (await rows.links.get(everyone, linkId)) ??
        (await newResetLink(services, rows, user.id, { id: linkId, mailed: true }))
      return { user, link }
    })
    if (!found || found.link.expiresAt <= services.clock.now()) return undefined
    const text = job.payload.demanded === true ? demandText : resetText
    await services.mailer.send({
      to: found.user.email,
      messageId: linkId,
      ...text({ link: linkTo(services, 'reset-password', linkId), until: found.link.expiresAt }),
    })
    return undefined
  },
})

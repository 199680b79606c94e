import { defineOperation } from '../../../engine/operation.ts'
import { countReset } from '../resets.ts'
import { resetRequestInput } from '../schema.ts'
import { emailKeyOf } from '../users.ts'

export const requestPasswordReset = defineOperation({
  id: 'passwordReset.request',
  method: 'POST',
  path: '/password-reset',
  summary: 'Ask for a link that sets a new password',
  description:
    'The same answer, in the same time, whether the address has an account or not: a job finds out and mails the link. Without a mail server, the operator of the instance makes a link with `lettershop user reset-link`.',
  permission: 'public',
  effect: 'public',
  rateClass: 'public',
  body: resetRequestInput,
  output: 'empty',
  status: 202,
  async handler({ services, now, transact }, { body }) {
    const emailKey = emailKeyOf(body.email)
    await transact(async ({ rows, work }) => {
      if (!(await countReset(services, rows, emailKey))) return
      work.enqueue({
        kind: 'people.passwordReset',
        subject: emailKey,
        organisationId: null,
        mode: null,
        dueAt: now,
        payload: { emailKey },
      })
    })
    return undefined
  },
})

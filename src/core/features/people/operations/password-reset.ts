import { userActor } from '../../../engine/audit/actor.ts'
import type { Transaction } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { transact } from '../../../engine/transact.ts'
import { everyone } from '../../../ports/store.ts'
import { openLink } from '../accounts/links.ts'
import { assertUsablePassword, hashPassword } from '../accounts/password.ts'
import { checkSecondFactor } from '../accounts/second-factor.ts'
import { deadLink, emailKeyOf } from '../accounts/users.ts'
import { currentSessionSchema, resetConfirmInput, resetRequestInput } from '../schema.ts'
import { countReset, setPassword } from '../sessions/password-reset.ts'
import { currentSession } from '../sessions/sessions.ts'
import { refuseOtherSites, signIn } from '../sessions/sign-in.ts'

export const confirmPasswordReset = defineOperation({
  id: 'passwordReset.confirm',
  method: 'POST',
  path: '/password-reset/confirm',
  summary: 'Set a new password with a link',
  description:
    'The link works once. It opens an account with a second factor only with its `code`: 401 `second_factor_required` requests it, and the link stays valid. Ends every session of the user, begins a new one and makes the browser a known one. Requires `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: resetConfirmInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: ['second_factor_required', 'second_factor_failed', 'cross_site_refused'],
  async handler(context, { body }) {
    const { services, client, requestId } = context
    refuseOtherSites(client)
    const found = await services.store.read(async (rows) => {
      const link = await openLink(services, rows, body.token, 'RESET')
      return link?.userId ? rows.users.get(everyone, link.userId) : undefined
    })
    if (found?.status !== 'ACTIVE') throw deadLink()
    await assertUsablePassword(body.password, found.email)
    const second = await checkSecondFactor(services, client, found, body.code)
    const passwordHash = await hashPassword(services, body.password)
    const reset = async ({ rows }: Transaction) => {
      const link = await openLink(services, rows, body.token, 'RESET')
      if (!link) throw deadLink()
      const used = await rows.links.remove(everyone, { id: link.id })
      // A concurrent request has used the link.
      if (used !== 1) throw deadLink()
      await second.confirm(rows)
      await setPassword(services, rows, found, { passwordHash, mailed: link.mailed })
      return currentSession(services, rows, await signIn(context, rows, found))
    }
    return transact(services, reset, userActor(found, { operation: 'passwordReset.confirm', requestId }))
  },
})

export const requestPasswordReset = defineOperation({
  id: 'passwordReset.request',
  method: 'POST',
  path: '/password-reset',
  summary: 'Request a password reset link',
  description:
    'The answer and its timing are the same whether or not the address has an account: a job mails the link. Without a mail server, the operator of the instance makes a link with `lettershop user reset-link`.',
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

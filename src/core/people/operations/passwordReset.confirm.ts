import { defineOperation } from '../../operation.ts'
import { everyone } from '../../ports/store.ts'
import { openLink } from '../links.ts'
import { assertUsablePassword, hashPassword } from '../password.ts'
import { currentSessionSchema, resetConfirmInput } from '../schema.ts'
import { currentSession } from '../sessions.ts'
import { setPassword } from '../set-password.ts'
import { refuseOtherSites, signIn } from '../sign-in.ts'
import { deadLink } from '../users.ts'

export const confirmPasswordReset = defineOperation({
  id: 'passwordReset.confirm',
  method: 'POST',
  path: '/password-reset/confirm',
  summary: 'Set a new password with a link',
  description:
    'The link works once. Ends every session of the user and begins a new one; the browser is known from now on. Needs `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: resetConfirmInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: ['cross_site_refused'],
  async handler(context, { body }) {
    const { services, client, transact } = context
    refuseOtherSites(client)
    const found = await services.store.read(async (rows) => {
      const link = await openLink(services, rows, body.token, 'RESET')
      return link?.userId ? rows.users.get(everyone, link.userId) : undefined
    })
    if (found?.status !== 'ACTIVE') throw deadLink()
    await assertUsablePassword(body.password, found.email)
    const passwordHash = await hashPassword(services, body.password)
    return transact(async ({ rows }) => {
      const link = await openLink(services, rows, body.token, 'RESET')
      if (!link) throw deadLink()
      const used = await rows.links.remove(everyone, [{ field: 'id', op: 'eq', value: link.id }])
      // Followed a second time at the same moment.
      if (used !== 1) throw deadLink()
      await setPassword(services, rows, found, { passwordHash, mailed: link.mailed })
      return currentSession(rows, await signIn(context, rows, found))
    })
  },
})

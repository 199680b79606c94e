import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { assertUsablePassword, hashPassword } from '../accounts/password.ts'
import { searchTextOf, userById } from '../accounts/users.ts'
import { changePasswordInput, profilePatch, profileSchema } from '../schema.ts'
import { setPassword } from '../sessions/password-reset.ts'
import { asParameterError, checkPassword } from '../sessions/sign-in.ts'

export const patchProfile = defineOperation({
  id: 'profile.patch',
  method: 'PATCH',
  path: '/profile',
  summary: 'Change your name and language',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  body: profilePatch,
  output: profileSchema,
  async handler({ rows, services, caller }, { body }) {
    const user = await userById(rows, caller.id)
    const { id, email } = user
    const { name = user.name, language = user.language } = body
    const search = searchTextOf({ name, email })
    await rows.users.update(everyone, id, { name, language, search, updatedAt: services.clock.now() })
    return { id, email, name, language }
  },
})

export const changePassword = defineOperation({
  id: 'profile.changePassword',
  method: 'POST',
  path: '/profile/password',
  summary: 'Change your password',
  description: 'Ends your other sessions and all password reset links.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  body: changePasswordInput,
  output: 'empty',
  async handler({ services, caller, client, sessionId, transact }, { body }) {
    // Requires the old password: another person may be using an unlocked computer. Guesses are counted.
    const { user, confirm } = await checkPassword(services, client, caller.name, body.currentPassword).catch(
      (error: unknown) => {
        throw asParameterError(error)
      },
    )
    await assertUsablePassword(body.newPassword, user.email, 'newPassword')
    const passwordHash = await hashPassword(services, body.newPassword)
    await transact(async ({ rows }) => {
      await confirm(rows)
      await setPassword(services, rows, user, { passwordHash, kept: sessionId })
    })
    return undefined
  },
})

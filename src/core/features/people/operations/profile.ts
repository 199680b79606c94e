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
  summary: 'Change your name',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  body: profilePatch,
  output: profileSchema,
  async handler({ rows, services, caller }, { body }) {
    const { id, email, name } = await userById(rows, caller.id)
    const called = body.name ?? name
    const search = searchTextOf({ name: called, email })
    const patch = { name: called, search, updatedAt: services.clock.now() }
    await rows.users.update(everyone, id, patch)
    return { id, email, name: patch.name }
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

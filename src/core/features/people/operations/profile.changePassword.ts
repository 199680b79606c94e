import { defineOperation } from '../../../engine/operation.ts'
import { assertUsablePassword, hashPassword } from '../password.ts'
import { changePasswordInput } from '../schema.ts'
import { setPassword } from '../set-password.ts'
import { asParameter, checkPassword } from '../sign-in.ts'

export const changePassword = defineOperation({
  id: 'profile.changePassword',
  method: 'POST',
  path: '/profile/password',
  summary: 'Change your password',
  description: 'Ends every other session of yours, and every link that would set another password.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  body: changePasswordInput,
  output: 'empty',
  async handler({ services, caller, client, sessionId, transact }, { body }) {
    // The old password is required, because the person at an unlocked computer need not be the user. Guesses
    // are counted.
    const { user, confirm } = await checkPassword(services, client, caller.name, body.currentPassword).catch(
      (error: unknown) => {
        throw asParameter(error)
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

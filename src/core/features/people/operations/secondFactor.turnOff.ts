import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { withFactorInput } from '../schema.ts'
import { removeFactors } from '../second-factor.ts'
import { peopleProblems } from '../sentences.ts'
import { checkOneself, keepSession } from '../sign-in.ts'

export const turnOffSecondFactor = defineOperation({
  id: 'secondFactor.turnOff',
  method: 'POST',
  path: '/profile/second-factor/turn-off',
  summary: 'Sign in with the password alone from now on',
  description:
    'Takes the password and a code, or a recovery code. Ends every other session of yours. Where this server asks you for a second factor, nothing but setting up another one works afterwards.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  body: withFactorInput,
  output: 'empty',
  errors: ['invalid_state'],
  async handler(context, { body }) {
    const { services, caller, client, sessionId, transact } = context
    const { user, confirm } = await checkOneself(services, client, caller, body)
    if (user.secondFactorAt === null) throw problem(peopleProblems.say('invalid_state.no_second_factor'))
    await transact(async ({ rows }) => {
      await confirm(rows)
      await removeFactors(rows, user.id)
      await rows.users.update(everyone, user.id, { secondFactorAt: null, updatedAt: services.clock.now() })
      await keepSession(context, rows, { userId: user.id, sessionId: sessionId! })
    })
    return undefined
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { recoveryCodesAgain, recoveryCodesSchema, withFactorInput } from '../schema.ts'
import { activeFactor } from '../second-factor.ts'
import { peopleProblems } from '../sentences.ts'
import { checkOneself } from '../sign-in.ts'

export const renewRecoveryCodes = defineOperation({
  id: 'secondFactor.renewRecoveryCodes',
  method: 'POST',
  path: '/profile/second-factor/recovery-codes',
  summary: 'Make new recovery codes',
  description: 'Shows them, this once; those of before work no longer. Takes the password and a code.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  body: withFactorInput,
  output: recoveryCodesSchema,
  shownOnce: recoveryCodesAgain,
  errors: ['invalid_state'],
  async handler({ services, caller, client, transact }, { body }) {
    const { user, confirm } = await checkOneself(services, client, caller, body)
    if (user.secondFactorAt === null) throw problem(peopleProblems.say('invalid_state.no_second_factor'))
    const { shown, kept } = newRecoveryCodes(services)
    await transact(async ({ rows }) => {
      await confirm(rows)
      const factor = await activeFactor(rows, user.id)
      await rows.secondFactors.update(everyone, factor!.id, { recoveryCodes: kept })
    })
    return { recoveryCodes: shown }
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { not } from '../../../kernel/query.ts'
import { everyone } from '../../../ports/store.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { confirmFactorInput, recoveryCodesAgain, recoveryCodesSchema } from '../schema.ts'
import { periodOf, typedCode, waitingFactor } from '../second-factor.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'
import { keepSession } from '../sign-in.ts'

export const confirmSecondFactor = defineOperation({
  id: 'secondFactor.confirm',
  method: 'POST',
  path: '/profile/second-factor/confirm',
  summary: 'Set up a second factor with its first code',
  description:
    'From now on signing in takes a code. Shows the recovery codes, this once; ends every other session of yours, and a second factor that was there before.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  withoutSecondFactor: true,
  body: confirmFactorInput,
  output: recoveryCodesSchema,
  shownOnce: recoveryCodesAgain,
  errors: ['invalid_state'],
  /** A repeated request comes here too, and finds no factor that waits for confirmation. */
  async prepare({ services, caller }, { body }) {
    const factor = await services.store.read((rows) => waitingFactor(services, rows, caller.id))
    const period = factor && (await periodOf(services, factor, typedCode(body.code)))
    return { id: factor?.id, period }
  },
  async handler(context, _input, { id, period }) {
    const { rows, services, caller, sessionId } = context
    await rows.users.get(everyone, caller.id, { lock: 'wait' })
    const factor = await waitingFactor(services, rows, caller.id)
    if (!factor || factor.id !== id) {
      throw problem(peopleProblems.say('invalid_state.nothing_to_confirm'))
    }
    if (period === undefined) {
      throw invalid('code', peopleSentences.say('wrong.authenticator'))
    }
    const now = services.clock.now()
    const { shown, kept } = newRecoveryCodes(services)
    await rows.secondFactors.remove(everyone, { userId: caller.id, id: not(factor.id) })
    const patch = { confirmedAt: now, expiresAt: null, lastPeriod: period, recoveryCodes: kept }
    await rows.secondFactors.update(everyone, factor.id, patch)
    await rows.users.update(everyone, caller.id, { secondFactorAt: now, updatedAt: now })
    await keepSession(context, rows, { userId: caller.id, sessionId: sessionId! })
    return { recoveryCodes: shown }
  },
})

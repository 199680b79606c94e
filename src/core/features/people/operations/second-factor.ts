import { isFactorRequired, membershipsOf } from '../../../engine/access/session.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { isNull, not } from '../../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import {
  activeFactor,
  newFactor,
  newRecoveryCodes,
  periodOf,
  removeFactors,
  typedCode,
  waitingFactor,
} from '../accounts/second-factor.ts'
import { userById } from '../accounts/users.ts'
import {
  authenticatorRenewal,
  beginFactorInput,
  confirmFactorInput,
  factorSchema,
  newFactorSchema,
  recoveryCodesRenewal,
  recoveryCodesSchema,
  withFactorInput,
} from '../schema.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'
import { keepSession, reauthenticate } from '../sessions/sign-in.ts'

export const getSecondFactor = defineOperation({
  id: 'secondFactor.get',
  method: 'GET',
  path: '/profile/second-factor',
  summary: 'Get the state of your second factor',
  permission: 'authenticated',
  audience: 'user',
  effect: 'read',
  withoutSecondFactor: true,
  output: factorSchema,
  async handler({ rows, services, caller }) {
    const user = await userById(rows, caller.id)
    const members = await membershipsOf(rows, user.id)
    const factor = await activeFactor(rows, user.id)
    return {
      enabled: user.secondFactorAt !== null,
      enabledAt: toDateTimeOrNull(user.secondFactorAt),
      required: isFactorRequired(services, { user, members }),
      recoveryCodesLeft: factor?.recoveryCodes.length ?? 0,
    }
  },
})

export const beginSecondFactor = defineOperation({
  id: 'secondFactor.begin',
  method: 'POST',
  path: '/profile/second-factor',
  summary: 'Begin setting up a second factor',
  description:
    'Shows the secret for an authenticator app once (TOTP, RFC 6238). The new factor takes effect when its first code is sent to secondFactor.confirm. Until then an existing factor stays valid, and its `code` is required.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  withoutSecondFactor: true,
  body: beginFactorInput,
  output: newFactorSchema,
  shownOnce: authenticatorRenewal,
  status: 201,
  location: '/profile/second-factor',
  async handler({ services, caller, client, transact }, { body }) {
    const { user, confirm } = await reauthenticate(services, client, caller, body)
    const { factor, seed } = newFactor(services, user.id)
    await transact(async ({ rows }) => {
      await confirm(rows)
      await rows.secondFactors.remove(everyone, { userId: user.id, confirmedAt: isNull })
      await rows.secondFactors.insert(factor)
    })
    const issuer = `Lettershop (${new URL(services.config.baseUrl).hostname})`
    return {
      expiresAt: toDateTime(factor.expiresAt!),
      authenticator: await services.oneTimeCodes.describe(seed, { issuer, label: user.email }),
    }
  },
})

export const confirmSecondFactor = defineOperation({
  id: 'secondFactor.confirm',
  method: 'POST',
  path: '/profile/second-factor/confirm',
  summary: 'Confirm a second factor with its first code',
  description:
    'Signing in then requires a code. Shows the recovery codes once. Ends your other sessions and replaces an existing second factor.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  withoutSecondFactor: true,
  body: confirmFactorInput,
  output: recoveryCodesSchema,
  shownOnce: recoveryCodesRenewal,
  errors: ['invalid_state'],
  /** Throws nothing, because a repeated request finds no unconfirmed factor but gets its first answer. */
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
      throw problem(peopleProblems.sentence('invalid_state.nothing_to_confirm'))
    }
    if (period === undefined) {
      throw invalid('code', peopleSentences.sentence('wrong.authenticator'))
    }
    const now = services.clock.now()
    const { shown, hashes } = newRecoveryCodes(services)
    await rows.secondFactors.remove(everyone, { userId: caller.id, id: not(factor.id) })
    const patch = { confirmedAt: now, expiresAt: null, lastPeriod: period, recoveryCodes: hashes }
    await rows.secondFactors.update(everyone, factor.id, patch)
    await rows.users.update(everyone, caller.id, { secondFactorAt: now, updatedAt: now })
    await keepSession(context, rows, { userId: caller.id, sessionId: sessionId! })
    return { recoveryCodes: shown }
  },
})

export const renewRecoveryCodes = defineOperation({
  id: 'secondFactor.renewRecoveryCodes',
  method: 'POST',
  path: '/profile/second-factor/recovery-codes',
  summary: 'Create new recovery codes',
  description: 'Shows the new codes once; earlier codes stop working. Requires the password and a code.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  body: withFactorInput,
  output: recoveryCodesSchema,
  shownOnce: recoveryCodesRenewal,
  errors: ['invalid_state'],
  async handler({ services, caller, client, transact }, { body }) {
    const { user, confirm } = await reauthenticate(services, client, caller, body)
    if (user.secondFactorAt === null) throw problem(peopleProblems.sentence('invalid_state.no_second_factor'))
    const { shown, hashes } = newRecoveryCodes(services)
    await transact(async ({ rows }) => {
      await confirm(rows)
      const factor = await activeFactor(rows, user.id)
      await rows.secondFactors.update(everyone, factor!.id, { recoveryCodes: hashes })
    })
    return { recoveryCodes: shown }
  },
})

export const turnOffSecondFactor = defineOperation({
  id: 'secondFactor.turnOff',
  method: 'POST',
  path: '/profile/second-factor/turn-off',
  summary: 'Turn off your second factor',
  description:
    'Requires the password and a code, or a recovery code. Ends your other sessions. If this server requires a second factor, you must then set up another before you can do anything else.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  body: withFactorInput,
  output: 'empty',
  errors: ['invalid_state'],
  async handler(context, { body }) {
    const { services, caller, client, sessionId, transact } = context
    const { user, confirm } = await reauthenticate(services, client, caller, body)
    if (user.secondFactorAt === null) throw problem(peopleProblems.sentence('invalid_state.no_second_factor'))
    await transact(async ({ rows }) => {
      await confirm(rows)
      await removeFactors(rows, user.id)
      await rows.users.update(everyone, user.id, { secondFactorAt: null, updatedAt: services.clock.now() })
      await keepSession(context, rows, { userId: user.id, sessionId: sessionId! })
    })
    return undefined
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { isNull } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { authenticatorAgain, beginFactorInput, newFactorSchema } from '../schema.ts'
import { newFactor } from '../second-factor.ts'
import { checkOneself } from '../sign-in.ts'

export const beginSecondFactor = defineOperation({
  id: 'secondFactor.begin',
  method: 'POST',
  path: '/profile/second-factor',
  summary: 'Begin to set up a second factor',
  description:
    'Shows, this once, the secret for an authenticator (TOTP, RFC 6238). It counts once its first code was sent to secondFactor.confirm; one that is there already counts until then, and its `code` is asked for.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'process',
  withoutSecondFactor: true,
  body: beginFactorInput,
  output: newFactorSchema,
  shownOnce: authenticatorAgain,
  status: 201,
  location: '/profile/second-factor',
  async handler({ services, caller, client, transact }, { body }) {
    const { user, confirm } = await checkOneself(services, client, caller, body)
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

import { membershipsOf } from '../../../engine/access/memberships.ts'
import { isFactorRequired } from '../../../engine/access/required-factor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toDateTimeOrNull } from '../../../kernel/time.ts'
import { factorSchema } from '../schema.ts'
import { activeFactor } from '../second-factor.ts'
import { userById } from '../users.ts'

export const getSecondFactor = defineOperation({
  id: 'secondFactor.get',
  method: 'GET',
  path: '/profile/second-factor',
  summary: 'Whether you sign in with a second factor',
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

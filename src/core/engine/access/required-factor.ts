import { type Problem, problem } from '../../kernel/errors.ts'
import type { MemberRow, UserRow } from '../../model/people.ts'
import { callProblems } from '../sentences.ts'
import type { Services } from '../services.ts'

interface Person {
  user: Pick<UserRow, 'operatorScopes' | 'secondFactorAt'>
  /** Their memberships in all organisations. */
  members: readonly Pick<MemberRow, 'isOwner'>[]
}

/**
 * Whether the instance requires a second factor of this person: an operator, or the owner of an organisation.
 */
export const isFactorRequired = ({ config }: Pick<Services, 'config'>, { user, members }: Person): boolean =>
  config.requireSecondFactor && (user.operatorScopes.length > 0 || members.some(({ isOwner }) => isOwner))

/** Whether a required second factor is missing: the session then allows nothing but setting one up. */
export const isFactorMissing = (services: Pick<Services, 'config'>, person: Person): boolean =>
  person.user.secondFactorAt === null && isFactorRequired(services, person)

export const factorNotSetUp = (): Problem => problem(callProblems.say('second_factor_not_set_up'))

import { revokeOperatorKeys } from '../../engine/access/revoke.ts'
import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone } from '../../ports/store.ts'
import { endResetLinks, offerPassword } from './resets.ts'
import { removeFactors } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'

/** A user after whoever runs the instance gave them something. */
export interface Promoted {
  user: UserRow
  /** Where to set a password; null where one is set, and where the link goes by mail. */
  link: string | null
  mailed: boolean
}

/** Whether these scopes are more than the user has. */
export const gains = (user: UserRow, scopes: readonly string[]): boolean =>
  scopes.some((scope) => !user.operatorScopes.includes(scope))

/**
 * Leaves a user with these operator scopes. With `anew` an account that another person may have prepared begins once more,
 * before what it is given counts: password, second factor, sessions, links and operators' keys of before work no longer, and the way to a
 * new password goes to the address where mail is set.
 */
export const promote = async (
  services: Services,
  transaction: Transaction,
  user: UserRow,
  { scopes, anew }: { scopes: readonly string[]; anew: boolean },
): Promise<Promoted> => {
  const { rows } = transaction
  const patch = {
    operatorScopes: [...scopes],
    updatedAt: services.clock.now(),
    ...(anew ? { passwordHash: null, secondFactorAt: null } : {}),
  }
  await rows.users.update(everyone, user.id, patch)
  if (anew) {
    await endOtherSessions(rows, user.id, undefined)
    await endResetLinks(rows, user.id)
    await removeFactors(rows, user.id)
    await revokeOperatorKeys(services, rows, user.id)
  }
  const now: UserRow = { ...user, ...patch }
  if (now.passwordHash !== null) return { user: now, link: null, mailed: false }
  const link = await offerPassword(services, transaction, now)
  return { user: now, link, mailed: link === null }
}

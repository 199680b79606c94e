import { revokeOperatorKeys } from '../../engine/access/authority.ts'
import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone } from '../../ports/store.ts'
import { endResetLinks, offerPassword } from './resets.ts'
import { removeFactors } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'

/** A user after an operator gave the user a role or scopes. */
export interface Promoted {
  user: UserRow
  /** A link that sets a password; null where one is set, and where the link is mailed. */
  link: string | null
  mailed: boolean
}

/** Whether these scopes include one that the user does not have. */
export const gains = (user: UserRow, scopes: readonly string[]): boolean =>
  scopes.some((scope) => !user.operatorScopes.includes(scope))

/**
 * Sets the operator scopes of a user. With `anew`, an account that another person may have prepared is reset
 * first: its password, second factor, sessions, links and operators' keys stop working, and the link for a
 * new password is mailed to the address where a mail server is set.
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

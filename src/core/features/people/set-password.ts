import type { Services } from '../../engine/services.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { endResetLinks } from './resets.ts'
import { endOtherSessions } from './sessions.ts'

/**
 * Sets a password that the user chose. Ends all other sessions, and all links that would set another
 * password.
 */
export const setPassword = async (
  services: Services,
  rows: WritableRows,
  user: Pick<UserRow, 'id' | 'verifiedAt'>,
  given: {
    passwordHash: string
    /** Id of the session that stays. */
    kept?: string | undefined
    /** True where the user followed a link that was mailed to the address. */
    mailed?: boolean
  },
): Promise<void> => {
  const now = services.clock.now()
  await rows.users.update(everyone, user.id, {
    passwordHash: given.passwordHash,
    passwordSetAt: now,
    verifiedAt: user.verifiedAt ?? (given.mailed ? now : null),
    updatedAt: now,
  })
  await endResetLinks(rows, user.id)
  await endOtherSessions(rows, user.id, given.kept)
}

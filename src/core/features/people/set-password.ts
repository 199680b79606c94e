import type { Services } from '../../engine/services.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { endResetLinks } from './resets.ts'
import { endOtherSessions } from './sessions.ts'

/** Sets a password that its owner chose. Every other session ends, and every link that would set another one. */
export const setPassword = async (
  services: Services,
  rows: WritableRows,
  user: Pick<UserRow, 'id' | 'verifiedAt'>,
  given: {
    passwordHash: string
    /** The session that goes on. */
    kept?: string | undefined
    /** By a link that was mailed to the address. */
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

import type { Transaction } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { hourMs } from '../../../kernel/time.ts'
import type { LinkRow, UserRow } from '../../../model/people.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { linkTo, resetLinkMs } from '../accounts/links.ts'
import { endOtherSessions } from './sessions.ts'

/** Limit per e-mail address, so that a stranger can't flood a mailbox. */
export const maxResetsAnHour = 5

/** Counts a reset request. Returns false above the limit; the answer to the request stays the same. */
export const countReset = async (
  services: Services,
  rows: WritableRows,
  emailKey: string,
): Promise<boolean> => {
  const window = Math.floor(services.clock.now() / hourMs)
  const id = toHex(services.crypto.sha256(`reset|${emailKey}|${window}`))
  const row = { id, count: 0, expiresAt: (window + 1) * hourMs }
  return (await rows.signInAttempts.add(row, { count: 1 })).count <= maxResetsAnHour
}

/** Makes a reset link and ends the user's earlier ones. */
export const newResetLink = async (
  services: Services,
  rows: WritableRows,
  userId: string,
  {
    id = services.ids.next('lnk'),
    mailed,
  }: {
    /** Set by a job, so that a repetition makes the same link. */
    id?: string
    mailed: boolean
  },
): Promise<LinkRow> => {
  const now = services.clock.now()
  const times = { createdAt: now, expiresAt: now + resetLinkMs }
  const link: LinkRow = { id, purpose: 'RESET', userId, mailed, ...times }
  await endResetLinks(rows, userId)
  await rows.links.insert(link)
  return link
}

export const endResetLinks = (rows: WritableRows, userId: string): Promise<number> =>
  rows.links.remove(everyone, { purpose: 'RESET', userId })

/**
 * Mails a link for a new password and returns null, or returns the link for the operator to hand over if no
 * mail server is configured.
 */
export const offerPassword = async (
  services: Services,
  { rows, work }: Transaction,
  user: Pick<UserRow, 'id' | 'emailKey'>,
): Promise<string | null> => {
  if (!services.mailer.available) {
    return linkTo(
      services,
      'reset-password',
      (await newResetLink(services, rows, user.id, { mailed: false })).id,
    )
  }
  work.enqueue({
    kind: 'people.passwordReset',
    // A separate subject, so that it doesn't replace a link requested at sign-in.
    subject: user.id,
    organisationId: null,
    mode: null,
    dueAt: services.clock.now(),
    payload: { emailKey: user.emailKey, demanded: true },
  })
  return null
}

/** Sets a user's password and ends all reset links, and all sessions except `kept`. */
export const setPassword = async (
  services: Services,
  rows: WritableRows,
  user: Pick<UserRow, 'id' | 'verifiedAt'>,
  given: {
    passwordHash: string
    /** The session that stays. */
    kept?: string | undefined
    /** True if the user followed a link that was mailed to the address. */
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

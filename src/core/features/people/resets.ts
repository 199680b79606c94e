import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'
import { hourMs } from '../../kernel/time.ts'
import type { LinkRow, UserRow } from '../../model/people.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { linkTo, resetLinkMs } from './links.ts'

/** Mails an hour to one address: nobody's mailbox is filled by a stranger. */
export const maxResetsAnHour = 5

/** False where this address had enough of them this hour; the answer does not tell. */
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

/** A link that sets a new password; those before it stop working. */
export const newResetLink = async (
  services: Services,
  rows: WritableRows,
  userId: string,
  {
    id = services.ids.next('lnk'),
    mailed,
  }: {
    /** Lets a job that runs again make the same link. */
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

/** None that is about sets a password any more. */
export const endResetLinks = (rows: WritableRows, userId: string): Promise<number> =>
  rows.links.remove(everyone, { purpose: 'RESET', userId })

/**
 * Lets the owner of an account without a password set one: with a link by mail, or where no mail server is set with the
 * link that this returns, for whoever runs the instance to hand over.
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
    // Beside one that was asked for at the door.
    subject: user.id,
    organisationId: null,
    mode: null,
    dueAt: services.clock.now(),
    payload: { emailKey: user.emailKey, demanded: true },
  })
  return null
}

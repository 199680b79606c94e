import { toHex } from '../access/authenticate.ts'
import { everyone, type WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { hourMs } from '../time.ts'
import { resetLinkMs } from './links.ts'
import type { LinkRow } from './store.ts'

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

/** A link that sets a new password; those before it stop working. `id` lets a job that runs again make the same. */
export const newResetLink = async (
  services: Services,
  rows: WritableRows,
  userId: string,
  id: string = services.ids.next('lnk'),
): Promise<LinkRow> => {
  const now = services.clock.now()
  const link: LinkRow = { id, purpose: 'RESET', userId, createdAt: now, expiresAt: now + resetLinkMs }
  await rows.links.remove(everyone, [
    { field: 'purpose', op: 'eq', value: 'RESET' },
    { field: 'userId', op: 'eq', value: userId },
  ])
  await rows.links.insert(link)
  return link
}

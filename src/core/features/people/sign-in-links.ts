import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { everyone } from '../../ports/store.ts'
import { linkTo, signInLinkMs } from './links.ts'
import { deadLink, userByEmail } from './users.ts'

/**
 * A link that signs a user in once, from this machine. Only the demo makes one, so that its first screen is
 * one click away. Throws 404 for an unknown address.
 */
export const newSignInLink = (services: Services, email: string): Promise<string> =>
  transact(services, async ({ rows }) => {
    const user = await userByEmail(rows, email)
    if (!user) throw deadLink()
    const now = services.clock.now()
    const id = services.ids.next('lnk')
    const times = { createdAt: now, expiresAt: now + signInLinkMs }
    await rows.links.remove(everyone, { purpose: 'SIGN_IN', userId: user.id })
    await rows.links.insert({ id, purpose: 'SIGN_IN', userId: user.id, mailed: false, ...times })
    return linkTo(services, 'sign-in', id)
  })

/** Whether an address is this machine's own, as a browser beside the server has. */
export const isThisMachine = (address: string): boolean => /^(?:(?:::ffff:)?127\.|::1$)/.test(address)

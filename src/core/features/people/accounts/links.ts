import type { Services } from '../../../engine/services.ts'
import { transact } from '../../../engine/transact.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { dayMs, hourMs } from '../../../kernel/time.ts'
import type { LinkRow } from '../../../model/people.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { deadLink, userByEmail } from './users.ts'

export const resetLinkMs = 2 * hourMs
export const setupLinkMs = 7 * dayMs
const signInLinkMs = 12 * hourMs
export const invitationMs = 7 * dayMs

type Page = 'accept-invitation' | 'reset-password' | 'setup' | 'sign-in'
type Signing = Pick<Services, 'crypto'>

/**
 * Returns the token of a link: the row's id and a code that only this instance can make. No secret is stored,
 * a mail sent twice contains the same link, and the row alone decides whether the link works.
 */
export const tokenOf = (services: Signing, id: string): string => `${id}-${codeOf(services, id)}`

const codeOf = ({ crypto }: Signing, id: string): string =>
  toHex(crypto.hmacSha256(crypto.derive('links'), id)).slice(0, 48)

/** Returns the id in a token; undefined for a text that is no token of this instance. */
export const idInToken = (services: Signing, token: string): string | undefined => {
  const [, id, code] = /^([a-z]{3}_[0-9A-Z]{26})-([0-9a-f]{48})$/.exec(token) ?? []
  if (id === undefined || code === undefined) return undefined
  const encoder = new TextEncoder()
  return services.crypto.equal(encoder.encode(code), encoder.encode(codeOf(services, id))) ? id : undefined
}

/**
 * Returns the URL of a link. Browsers don't send what follows `#`, so no proxy log or `Referer` contains the
 * token.
 */
export const linkTo = (services: Services, page: Page, id: string): string =>
  `${services.config.baseUrl}/portal/${page}#${tokenOf(services, id)}`

/** Returns the link of a token; undefined if it is expired, used, unknown or has another purpose. */
export const openLink = async (
  services: Services,
  rows: Rows,
  token: string,
  purpose: LinkRow['purpose'],
): Promise<LinkRow | undefined> => {
  const id = idInToken(services, token)
  const link = id === undefined ? undefined : await rows.links.get(everyone, id)
  return link?.purpose === purpose && link.expiresAt > services.clock.now() ? link : undefined
}

/** Returns a link for the demo that signs a user in once. Throws 422 for an unknown address. */
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

/** True for loopback addresses. */
export const isThisMachine = (address: string): boolean => /^(?:(?:::ffff:)?127\.|::1$)/.test(address)

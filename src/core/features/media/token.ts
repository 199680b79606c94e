import type { Principal } from '../../engine/access/authority.ts'
import { apiPrefix } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'
import { hourMs } from '../../kernel/time.ts'

/** An asset as uploaded, its thumbnail, the file of a preview, a platform file. */
const mediaVariants = ['master', 'thumb', 'file', 'platform'] as const
export type MediaVariant = (typeof mediaVariants)[number]

export interface MediaSubject {
  id: string
  variant: MediaVariant
  /** In ms of real time. */
  expiresAt: number
  /** The principal whose access the URL depends on; undefined if it is valid for any holder. */
  principal?: Principal | undefined
}

/**
 * A URL is valid for one to two hours, until a full hour: an image's URL stays the same, so browsers cache
 * it.
 */
export const mediaMs = hourMs

/** Returns a signed URL, which is the only credential for the bytes. */
export const mediaUrl = (
  services: Services,
  id: string,
  variant: MediaVariant,
  principal?: Principal,
): string => {
  const expiresAt = Math.ceil((services.clock.now() + mediaMs) / hourMs) * hourMs
  const token = mediaToken(services, { id, variant, expiresAt, principal })
  return `${services.config.baseUrl}${apiPrefix}/media/${token}`
}

export const mediaToken = (
  services: Pick<Services, 'crypto'>,
  { id, variant, expiresAt, principal }: MediaSubject,
): string => {
  const bound = principal ? `.${principal.kind}-${principal.id}` : ''
  const signed = `${id}.${variant}.${expiresAt.toString(36)}${bound}`
  return `${signed}.${toHex(signatureOf(services, signed))}`
}

/** Returns the subject of a token; undefined if it is malformed, forged or expired. */
export const readMediaToken = (
  services: Pick<Services, 'crypto' | 'clock'>,
  token: string,
): MediaSubject | undefined => {
  const groups = tokenForm.exec(token)?.groups as Record<string, string> | undefined
  if (!groups) return undefined
  const { signed, id, variant, expiry, kind, principalId, signature } = groups
  if (!services.crypto.equal(signatureOf(services, signed!), fromHex(signature!))) return undefined
  const expiresAt = Number.parseInt(expiry!, 36)
  if (expiresAt <= services.clock.now()) return undefined
  const principal = kind ? { kind: kind as Principal['kind'], id: principalId! } : undefined
  return { id: id!, variant: variant as MediaVariant, expiresAt, principal }
}

const tokenForm =
  /^(?<signed>(?<id>[\w-]{1,40})\.(?<variant>master|thumb|file|platform)\.(?<expiry>[0-9a-z]{1,11})(?:\.(?<kind>user|key)-(?<principalId>[\w-]{1,40}))?)\.(?<signature>[0-9a-f]{64})$/

const signatureOf = (services: Pick<Services, 'crypto'>, signed: string): Uint8Array =>
  services.crypto.hmacSha256(services.crypto.derive('media'), signed)

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

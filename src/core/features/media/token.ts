import { apiPrefix } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'
import { hourMs } from '../../kernel/time.ts'

/** What a signed address leads to: an asset as it was sent, its thumbnail, a preview’s file, a file of the program’s. */
const mediaVariants = ['master', 'thumb', 'file', 'platform'] as const
export type MediaVariant = (typeof mediaVariants)[number]

export interface MediaSubject {
  id: string
  variant: MediaVariant
  /** Real time in ms from which it leads nowhere. */
  expiresAt: number
}

/**
 * A signed address is good for one hour at least and two at most. Its end is a full hour, so that the same picture has
 * the same address for an hour and a browser keeps it.
 */
const mediaMs = hourMs

/** Where whoever has this address, and nobody else, finds the bytes. */
export const mediaUrl = (services: Services, id: string, variant: MediaVariant): string => {
  const expiresAt = Math.ceil((services.clock.now() + mediaMs) / hourMs) * hourMs
  return `${services.config.baseUrl}${apiPrefix}/media/${mediaToken(services, { id, variant, expiresAt })}`
}

export const mediaToken = (
  services: Pick<Services, 'crypto'>,
  { id, variant, expiresAt }: MediaSubject,
): string => {
  const signed = `${id}.${variant}.${expiresAt.toString(36)}`
  return `${signed}.${toHex(signatureOf(services, signed))}`
}

/** What a token stands for, or undefined where it is not ours, not whole or too old. */
export const readMediaToken = (
  services: Pick<Services, 'crypto' | 'clock'>,
  token: string,
): MediaSubject | undefined => {
  const match = /^(([\w-]{1,40})\.(master|thumb|file|platform)\.([0-9a-z]{1,11}))\.([0-9a-f]{64})$/.exec(
    token,
  )
  if (!match) return undefined
  const [, signed, id, variant, expiry, signature] = match as unknown as [
    string,
    string,
    string,
    MediaVariant,
    string,
    string,
  ]
  if (!services.crypto.equal(signatureOf(services, signed), fromHex(signature))) return undefined
  const expiresAt = Number.parseInt(expiry, 36)
  return expiresAt > services.clock.now() ? { id, variant, expiresAt } : undefined
}

const signatureOf = (services: Pick<Services, 'crypto'>, signed: string): Uint8Array =>
  services.crypto.hmacSha256(services.crypto.derive('media'), signed)

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

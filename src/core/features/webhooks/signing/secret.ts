import { seal, unseal } from '../../../engine/sealed.ts'
import type { Services } from '../../../engine/services.ts'
import { fromBase64, toHex } from '../../../kernel/bytes.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import type { PreviousSecret, WebhookEndpointRow } from '../../../model/webhooks.ts'

type Sealing = Pick<Services, 'crypto'>

/**
 * How long the previous secret still signs after a rotation, in the Standard Webhooks headers, and how many
 * may do so at a time.
 */
export const secretRotation = { defaultHours: 24, maxHours: 168, maxPrevious: 4 } as const

/** `whsec_` and 32 letters and digits, which Standard Webhooks reads as base64 of 24 bytes. */
export const newSecret = (services: Pick<Services, 'ids'>): string => services.ids.secret('whsec_')

export const sealSecret = (services: Sealing, endpointId: string, secret: string): Uint8Array =>
  seal(services, 'webhookSecret', endpointId, new TextEncoder().encode(secret))

/**
 * A claim holds several deliveries with one endpoint row, so an opened secret is cached for as long as its
 * row.
 */
const opened = new WeakMap<Uint8Array, { by: Sealing['crypto']; endpointId: string; secret: string }>()

export const openSecret = ({ crypto }: Sealing, endpointId: string, sealed: Uint8Array): string => {
  const known = opened.get(sealed)
  if (known?.by === crypto && known.endpointId === endpointId) return known.secret
  const plain = unseal({ crypto }, 'webhookSecret', endpointId, sealed)
  if (!plain) throw new SecretUnreadable(endpointId)
  const secret = new TextDecoder().decode(plain)
  opened.set(sealed, { by: crypto, endpointId, secret })
  return secret
}

/**
 * Undefined where the secret was sealed with another instance key: an unreadable old secret must not stop the
 * current one.
 */
export const openPrevious = (
  services: Sealing,
  endpointId: string,
  { sealed }: PreviousSecret,
): string | undefined => {
  const bytes = fromBase64(sealed) ?? new Uint8Array()
  const plain = unseal(services, 'previousWebhookSecrets', endpointId, bytes)
  return plain && new TextDecoder().decode(plain)
}

/** The previous secrets that still sign beside the current one at a time in ms. */
export const previousAt = ({ previousSecrets }: WebhookEndpointRow, at: number): PreviousSecret[] =>
  previousSecrets.filter(({ until }) => until > at)

/** One of an endpoint's secrets. Only its fingerprint is ever shown. */
export interface KnownSecret {
  secret: string
  use: 'current' | 'previous' | 'ended'
  since: number
  /** Like `until`, null for the current secret. */
  replacedAt: number | null
  until: number | null
}

/** Every secret that can still be read, the latest first. */
export const knownSecrets = (services: Sealing, endpoint: WebhookEndpointRow, now: number): KnownSecret[] => {
  const current = unseal(services, 'webhookSecret', endpoint.id, endpoint.secret)
  const known: KnownSecret[] = []
  if (current) {
    const secret = new TextDecoder().decode(current)
    known.push({ secret, use: 'current', since: endpoint.secretSince, replacedAt: null, until: null })
  }
  for (const previous of endpoint.previousSecrets) {
    const secret = openPrevious(services, endpoint.id, previous)
    if (secret === undefined) continue
    const { since, replacedAt, until } = previous
    known.push({ secret, use: until > now ? 'previous' : 'ended', since, replacedAt, until })
  }
  return known
}

/**
 * The beginning of the secret's SHA-256, which lets people compare configured secrets without showing them.
 */
export const fingerprint = (services: Sealing, secret: string): string =>
  toHex(services.crypto.sha256(secret)).slice(0, 12)

export const secretToWire = (services: Sealing, { secret, use, since, until }: KnownSecret) => ({
  use,
  fingerprint: fingerprint(services, secret),
  since: toDateTime(since),
  until: toDateTimeOrNull(until),
})

/** The secret was sealed with another instance key. */
export class SecretUnreadable extends Error {
  constructor(endpointId: string) {
    super(`The secret of ${endpointId} cannot be opened with this instance key.`)
    this.name = 'SecretUnreadable'
  }
}

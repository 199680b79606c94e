import { seal, unseal } from '../../../engine/sealed.ts'
import type { Services } from '../../../engine/services.ts'
import { fromBase64, toBase64, toHex } from '../../../kernel/bytes.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import type { PreviousSecret, WebhookEndpointRow } from '../../../model/webhooks.ts'

type Sealing = Pick<Services, 'crypto'>

/** Limits of previous secrets, which also sign in the Standard Webhooks headers. */
export const secretRotation = { defaultHours: 24, maxHours: 168, maxPrevious: 4 } as const

/** Standard Webhooks reads the 32 letters and digits as base64 of 24 bytes. */
export const newSecret = (services: Pick<Services, 'ids'>): string => services.ids.secret('whsec_')

export const sealSecret = (services: Sealing, endpointId: string, secret: string): Uint8Array =>
  seal(services, 'webhookSecret', endpointId, new TextEncoder().encode(secret))

/** Deliveries of one claim share an endpoint row, so its secret is opened once. */
const opened = new WeakMap<Uint8Array, { by: Sealing['crypto']; endpointId: string; secret: string }>()

const openSecret = ({ crypto }: Sealing, endpointId: string, sealed: Uint8Array): string => {
  const known = opened.get(sealed)
  if (known?.by === crypto && known.endpointId === endpointId) return known.secret
  const plain = unseal({ crypto }, 'webhookSecret', endpointId, sealed)
  if (!plain) throw new SecretUnreadable(endpointId)
  const secret = new TextDecoder().decode(plain)
  opened.set(sealed, { by: crypto, endpointId, secret })
  return secret
}

/** Undefined if sealed with another instance key: an unreadable old secret must not stop the current one. */
const openPrevious = (
  services: Sealing,
  endpointId: string,
  { sealed }: PreviousSecret,
): string | undefined => {
  const bytes = fromBase64(sealed) ?? new Uint8Array()
  const plain = unseal(services, 'previousWebhookSecrets', endpointId, bytes)
  return plain && new TextDecoder().decode(plain)
}

/** Returns those that still sign at a time in ms. */
export const previousAt = ({ previousSecrets }: WebhookEndpointRow, at: number): PreviousSecret[] =>
  previousSecrets.filter(({ until }) => until > at)

/** Only the fingerprint is ever shown. */
export interface KnownSecret {
  secret: string
  use: 'current' | 'previous' | 'ended'
  since: number
  /** Like `until`, null for the current secret. */
  replacedAt: number | null
  until: number | null
}

/** Returns the secrets that can still be read, the latest first. */
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

/** The start of the secret's SHA-256, to compare configured secrets without showing them. */
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
    super(`The secret of ${endpointId} cannot be decrypted with this instance key.`)
    this.name = 'SecretUnreadable'
  }
}

type Signing = Pick<Services, 'crypto'>

export interface Signed {
  deliveryId: string
  eventId: string
  eventType: string
  body: string
  /** ms in real time. */
  at: number
}

/** Signs with the current and previous secrets (docs/webhooks.md#signature). Throws `SecretUnreadable`. */
export const signedHeaders = (
  services: Signing,
  endpoint: WebhookEndpointRow,
  signed: Signed,
): Record<string, string> => {
  const current = openSecret(services, endpoint.id, endpoint.secret)
  const previous = previousAt(endpoint, signed.at).flatMap(
    (one) => openPrevious(services, endpoint.id, one) ?? [],
  )
  return headersOf(services, [current, ...previous], signed)
}

/** `webhook-id` is the event's id, not the delivery's: receivers that follow the standard drop known ids. */
export const headersOf = (
  services: Signing,
  [current, ...previous]: readonly [string, ...string[]],
  signed: Signed,
): Record<string, string> => {
  const timestamp = timestampOf(signed.at)
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Lettershop-Webhooks/1',
    'X-Webhook-Id': signed.deliveryId,
    'X-Webhook-Event': signed.eventType,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': `v1=${v1Signature(services, current, timestamp, signed.body)}`,
    'webhook-id': signed.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': [current, ...previous]
      .map((secret) => `v1,${standardSignature(services, secret, signed.eventId, timestamp, signed.body)}`)
      .join(' '),
  }
}

export const timestampOf = (at: number): string => String(Math.floor(at / 1000))

/** Lower-case hex of the HMAC over the timestamp, a dot and the raw body. */
const v1Signature = (services: Signing, secret: string, timestamp: string, body: string): string =>
  toHex(hmacContent(services, secret, `${timestamp}.${body}`))

/** Base64 over the message's id, the timestamp and the raw body, with dots between. */
const standardSignature = (
  services: Signing,
  secret: string,
  id: string,
  timestamp: string,
  body: string,
): string => toBase64(hmacContent(services, standardKey(secret), `${id}.${timestamp}.${body}`))

export const hmacContent = ({ crypto }: Signing, key: string | Uint8Array, content: string): Uint8Array =>
  crypto.hmacSha256(key, content)

/** Standard Webhooks keys its HMAC with the bytes that the text after `whsec_` encodes. */
export const standardKey = (secret: string): Uint8Array =>
  fromBase64(secret.slice('whsec_'.length)) ?? new Uint8Array()

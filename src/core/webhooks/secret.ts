import { toHex } from '../access/authenticate.ts'
import { fromBase64, toBase64 } from '../bytes.ts'
import type { Services } from '../services.ts'
import { toDateTime, toDateTimeOrNull } from '../time.ts'
import type { PreviousSecret, WebhookEndpointRow } from './store.ts'

type Sealing = Pick<Services, 'crypto'>

/** How long the secret before a rotation signs too, in the Standard Webhooks headers, and how many may at a time. */
export const secretRotation = { defaultHours: 24, maxHours: 168, maxPrevious: 4 } as const

/** `whsec_` and 32 letters and digits, which Standard Webhooks reads as base64 of 24 bytes. */
export const newSecret = (services: Pick<Services, 'ids'>): string => services.ids.secret('whsec_')

export const sealSecret = (services: Sealing, endpointId: string, secret: string): Uint8Array =>
  services.crypto.seal(new TextEncoder().encode(secret), sealContext(endpointId))

/** Bound to the endpoint, so that a sealed secret copied to another row opens nothing. */
const sealContext = (endpointId: string): string => `webhook-secret|${endpointId}`

export const openSecret = (services: Sealing, endpointId: string, sealed: Uint8Array): string => {
  const plain = services.crypto.open(sealed, sealContext(endpointId))
  if (!plain) throw new SecretUnreadable(endpointId)
  return new TextDecoder().decode(plain)
}

export const openPrevious = (services: Sealing, endpointId: string, previous: PreviousSecret): string =>
  openSecret(services, endpointId, fromBase64(previous.sealed) ?? new Uint8Array())

/** The older secrets that sign beside the current one at a time. */
export const previousAt = ({ previousSecrets }: WebhookEndpointRow, at: number): PreviousSecret[] =>
  previousSecrets.filter(({ until }) => until > at)

/** One of an endpoint's secrets, as it may be told: never itself. */
export interface KnownSecret {
  secret: string
  use: 'current' | 'previous' | 'ended'
  since: number
  /** null: until it is rotated. */
  until: number | null
}

/** Every secret that is still known, the current one first. */
export const knownSecrets = (services: Sealing, endpoint: WebhookEndpointRow, now: number): KnownSecret[] => [
  {
    secret: openSecret(services, endpoint.id, endpoint.secret),
    use: 'current',
    since: endpoint.secretSince,
    until: null,
  },
  ...endpoint.previousSecrets.map((previous) => ({
    secret: openPrevious(services, endpoint.id, previous),
    use: previous.until > now ? ('previous' as const) : ('ended' as const),
    since: previous.since,
    until: previous.until,
  })),
]

/** The beginning of the secret's SHA-256, so that people can compare what they have configured without showing it. */
export const fingerprint = (services: Sealing, secret: string): string =>
  toHex(services.crypto.sha256(secret)).slice(0, 12)

export const secretToWire = (services: Sealing, { secret, use, since, until }: KnownSecret) => ({
  use,
  fingerprint: fingerprint(services, secret),
  since: toDateTime(since),
  until: toDateTimeOrNull(until),
})

/** The instance key is not the one that sealed the secret. */
export class SecretUnreadable extends Error {
  constructor(endpointId: string) {
    super(`The secret of ${endpointId} cannot be opened with this instance key.`)
    this.name = 'SecretUnreadable'
  }
}

/** What is signed: one delivery of one event at one time. */
export interface Signed {
  deliveryId: string
  eventId: string
  eventType: string
  body: string
  /** ms in real time. */
  at: number
}

/**
 * SPEC "Delivery": the headers, signed with the secret that is current now, and those of Standard Webhooks beside
 * them, which carry a signature for each active secret. `webhook-id` is the event's id, because receivers
 * that know the standard drop what they have seen under it.
 */
export const signedHeaders = (
  services: Sealing,
  endpoint: WebhookEndpointRow,
  signed: Signed,
): Record<string, string> => {
  const timestamp = String(Math.floor(signed.at / 1000))
  const current = openSecret(services, endpoint.id, endpoint.secret)
  const active = [
    current,
    ...previousAt(endpoint, signed.at).map((previous) => openPrevious(services, endpoint.id, previous)),
  ]
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Lettershop-Webhooks/1',
    'X-Webhook-Id': signed.deliveryId,
    'X-Webhook-Event': signed.eventType,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': `v1=${v1Signature(services, current, timestamp, signed.body)}`,
    'webhook-id': signed.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': active
      .map((secret) => `v1,${standardSignature(services, secret, signed.eventId, timestamp, signed.body)}`)
      .join(' '),
  }
}

/** SPEC "Delivery" rule 4: lower-case hex over the timestamp, a dot and the raw body. */
export const v1Signature = (services: Sealing, secret: string, timestamp: string, body: string): string =>
  toHex(services.crypto.hmacSha256(secret, `${timestamp}.${body}`))

/** Standard Webhooks: base64 over the message's id, the timestamp and the raw body, with dots between. */
export const standardSignature = (
  services: Sealing,
  secret: string,
  id: string,
  timestamp: string,
  body: string,
): string => toBase64(services.crypto.hmacSha256(standardKey(secret), `${id}.${timestamp}.${body}`))

/** Standard Webhooks keys its HMAC with the bytes that the text after `whsec_` encodes. */
export const standardKey = (secret: string): Uint8Array =>
  Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))

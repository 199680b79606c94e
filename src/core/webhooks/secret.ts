import { toHex } from '../access/authenticate.ts'
import { toBase64 } from '../bytes.ts'
import type { Services } from '../services.ts'
import { hourMs } from '../time.ts'
import type { WebhookEndpointRow } from './store.ts'

type Sealing = Pick<Services, 'crypto'>

/** How long the secret before a rotation signs too, in the Standard Webhooks headers. */
export const secretOverlapMs = 24 * hourMs

/** `whsec_` and 32 letters and digits, which Standard Webhooks reads as base64 of 24 bytes. */
export const newSecret = (services: Pick<Services, 'ids'>): string => services.ids.secret('whsec_')

export const sealSecret = (services: Sealing, endpointId: string, secret: string): Uint8Array =>
  services.crypto.seal(new TextEncoder().encode(secret), sealContext(endpointId))

/** Bound to the endpoint, so that a sealed secret copied to another row opens nothing. */
const sealContext = (endpointId: string): string => `webhook-secret|${endpointId}`

const openSecret = (services: Sealing, endpointId: string, sealed: Uint8Array): string => {
  const plain = services.crypto.open(sealed, sealContext(endpointId))
  if (!plain) throw new SecretUnreadable(endpointId)
  return new TextDecoder().decode(plain)
}

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
  const active = [current]
  if (endpoint.previousSecret !== null && (endpoint.previousSecretUntil ?? 0) > signed.at) {
    active.push(openSecret(services, endpoint.id, endpoint.previousSecret))
  }
  const standard = `${signed.eventId}.${timestamp}.${signed.body}`
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Lettershop-Webhooks/1',
    'X-Webhook-Id': signed.deliveryId,
    'X-Webhook-Event': signed.eventType,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': `v1=${toHex(services.crypto.hmacSha256(current, `${timestamp}.${signed.body}`))}`,
    'webhook-id': signed.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': active
      .map((secret) => `v1,${toBase64(services.crypto.hmacSha256(standardKey(secret), standard))}`)
      .join(' '),
  }
}

/** Standard Webhooks keys its HMAC with the bytes that the text after `whsec_` encodes. */
const standardKey = (secret: string): Uint8Array =>
  Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))

import type { Services } from '../../../engine/services.ts'
import { fromBase64, toBase64, toHex } from '../../../kernel/bytes.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'
import { openPrevious, openSecret, previousAt } from './secret.ts'

type Signing = Pick<Services, 'crypto'>

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
 * The headers of a delivery, signed with the current secret (docs/webhooks.md#signature). Throws
 * `SecretUnreadable`.
 */
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

/**
 * The headers with the current secret first, and those of Standard Webhooks, which carry a signature for each
 * active secret. `webhook-id` is the event's id, because receivers that follow the standard drop a message
 * whose id they have seen.
 */
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

/** Unix time in whole seconds, as it is signed. */
export const timestampOf = (at: number): string => String(Math.floor(at / 1000))

/** Lower-case hex of the HMAC over the timestamp, a dot and the raw body. */
const v1Signature = (services: Signing, secret: string, timestamp: string, body: string): string =>
  toHex(hmacContent(services, secret, `${timestamp}.${body}`))

/** Standard Webhooks: base64 over the message's id, the timestamp and the raw body, with dots between. */
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

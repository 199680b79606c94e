import type { Event } from '../core/engine/events/schema.ts'
import { concatenate, fromBase64 } from '../core/kernel/bytes.ts'

/** Thrown if no current and valid signature of Lettershop is found. */
export class WebhookVerificationError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'WebhookVerificationError'
  }
}

/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** Maximum difference of the timestamp in seconds, in either direction; 300 by default. */
  toleranceSeconds?: number
  /** Current time in ms since 1970; by default the machine's clock. */
  now?: number
}

type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>

/**
 * Functions that tell whether an instance in this process sent a delivery at a time in ms; such a delivery
 * is not too old. `lettershop/testing` adds them, because its clocks differ from the machine's.
 */
export const testDeliveries: Set<(at: number) => boolean> = new Set()

/** A signature of a request with its content and key. */
interface Claim {
  /** Unix time in seconds, as it was sent. */
  timestamp: string
  signature: Uint8Array<ArrayBuffer>
  content: Uint8Array<ArrayBuffer>
  keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined
}

/**
 * Verifies the signature and age of a webhook and returns its event. Accepts `X-Webhook-Signature`, made with
 * the newest secret, and `webhook-signature` of Standard Webhooks, with a signature for each active secret:
 * during a rotation both the old and the new secret are valid. `body` is the raw request body, neither parsed
 * nor changed. With several secrets, one must match. Throws `WebhookVerificationError`, and `TypeError` for a
 * parsed body or missing headers or secrets.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Event> => {
  const raw = rawOf(body)
  const secrets = secretsOf(secret)
  if (!headers) throw new TypeError('verifyWebhook got no headers. Pass those of the request.')
  const claims = claimsOf(raw, (name) => headerOf(headers, name) ?? '')
  if (claims.length === 0) {
    throw new WebhookVerificationError('The request has no webhook signature and timestamp.')
  }
  const current = claims.filter(({ timestamp }) => isCurrent(Number(timestamp) * 1000, options))
  if (current.length === 0) {
    throw new WebhookVerificationError('The timestamp is too old, or the clock of this machine is wrong.')
  }
  for (const claim of current) {
    for (const one of secrets) {
      if (await fits(one, claim)) return JSON.parse(new TextDecoder().decode(raw)) as Event
    }
  }
  throw new WebhookVerificationError('No signature matches: the secret is wrong, or the body was changed.')
}

/** Checks the type, because JavaScript programs often pass a parsed body. */
const rawOf = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError(
    'verifyWebhook needs the raw body as text or bytes. Disable JSON parsing for this route.',
  )
}

/** Ignores empty secrets: during a rotation one of two settings may be empty. */
const secretsOf = (secret: unknown): string[] => {
  const secrets = [secret].flat().filter((one) => typeof one === 'string' && one !== '')
  if (secrets.length > 0) return secrets as string[]
  throw new TypeError('verifyWebhook got no secret. Check that its setting is not empty.')
}

const isCurrent = (at: number, { now, toleranceSeconds = 300 }: VerifyOptions): boolean => {
  if (Math.abs((now ?? Date.now()) - at) <= toleranceSeconds * 1000) return true
  return now === undefined && [...testDeliveries].some((wasSentAt) => wasSentAt(at))
}

/** Maximum `webhook-signature` entries checked, to limit the time; requests have few. */
const maxSignatures = 16

const claimsOf = (raw: Uint8Array, header: (name: string) => string): Claim[] => {
  const claims: Claim[] = []
  const timestamp = header('x-webhook-timestamp')
  const hex = /^v1=([0-9a-f]{64})$/.exec(header('x-webhook-signature'))?.[1]
  if (hex && isTimestamp(timestamp)) {
    const signature = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
    const content = contentOf(`${timestamp}.`, raw)
    claims.push({ timestamp, signature, content, keyOf: (secret) => new TextEncoder().encode(secret) })
  }
  const id = header('webhook-id')
  const standardTimestamp = header('webhook-timestamp')
  if (id === '' || !isTimestamp(standardTimestamp)) return claims
  const content = contentOf(`${id}.${standardTimestamp}.`, raw)
  // The HMAC key of Standard Webhooks is the base64 text after `whsec_`.
  const keyOf = (secret: string) => fromBase64(secret.replace(/^whsec_/, ''))
  for (const text of header('webhook-signature').split(' ').slice(0, maxSignatures)) {
    const signature = text.startsWith('v1,') ? fromBase64(text.slice(3)) : undefined
    if (!signature) continue
    claims.push({ timestamp: standardTimestamp, signature, content, keyOf })
  }
  return claims
}

const isTimestamp = (text: string): boolean => /^\d{1,12}$/.test(text)

const contentOf = (before: string, raw: Uint8Array): Uint8Array<ArrayBuffer> =>
  concatenate([new TextEncoder().encode(before), raw])

/** Compares in constant time through `subtle.verify`. */
const fits = async (secret: string, { signature, content, keyOf }: Claim): Promise<boolean> => {
  const bytes = keyOf(secret)
  // WebCrypto refuses an empty key.
  if (!bytes || bytes.length === 0) return false
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  return crypto.subtle.verify('HMAC', key, signature, content)
}

const headerOf = (headers: HeaderSource, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : (found as string | undefined)
}

import type { Event } from '../core/engine/events/schema.ts'
import { concatenate } from '../core/kernel/bytes.ts'

/** The request is not one that our server signed, or it is too old. */
export class WebhookVerificationError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'WebhookVerificationError'
  }
}

/** For receivers whose clock or patience is another one. */
export interface VerifyOptions {
  /** How old a timestamp may be, in seconds, and how far ahead; five minutes by default. */
  toleranceSeconds?: number
  /** ms since 1970; the machine's clock by default. */
  now?: number
}

type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>

/**
 * Checks a delivery before anything of it is believed: the signature over the raw body and the timestamp, and
 * its age. `body` is the request's body as it arrived, not parsed and not changed. Returns the event; throws
 * `WebhookVerificationError`. With several secrets (during a rotation) one of them must fit.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Event> => {
  const timestamp = headerOf(headers, 'x-webhook-timestamp') ?? ''
  const signature = /^v1=([0-9a-f]{64})$/.exec(headerOf(headers, 'x-webhook-signature') ?? '')?.[1]
  if (!signature || !/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('The request carries no signature and timestamp of a webhook.')
  }
  const ageSeconds = (options.now ?? Date.now()) / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) > (options.toleranceSeconds ?? 300)) {
    throw new WebhookVerificationError('The timestamp is too old, or this machine’s clock is wrong.')
  }
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concatenate([new TextEncoder().encode(`${timestamp}.`), raw])
  const expected = Uint8Array.from(signature.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  for (const candidate of typeof secret === 'string' ? [secret] : secret) {
    if (await fits(candidate, expected, signed)) {
      return JSON.parse(new TextDecoder().decode(raw)) as Event
    }
  }
  throw new WebhookVerificationError(
    'The signature does not fit: another secret, or a body that was changed.',
  )
}

/** In constant time, as `subtle.verify` compares. */
const fits = async (
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify('HMAC', key, signature, signed)
}

const headerOf = (headers: HeaderSource, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : (found as string | undefined)
}

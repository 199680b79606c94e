import type { Services } from '../../../engine/services.ts'
import { fromBase64, toHex } from '../../../kernel/bytes.ts'
import { toDateTimeOrNull } from '../../../kernel/time.ts'
import { compareBodies } from './body-difference.ts'
import { judgeComputed } from './computed-signature.ts'
import { fingerprint, type KnownSecret, secretToWire } from './secret.ts'
import { hmacContent, standardKey, timestampOf } from './sign.ts'
import type { SignatureFinding, VerifiedSignature, VerifySignatureInput } from './signature-schema.ts'
import { findingTexts } from './signature-texts.ts'

/** Receivers reject timestamps that are older (docs/webhooks.md#signature). */
export const toleranceSeconds = 300

/** What is known of the delivery that `X-Webhook-Id` names. */
export interface SentDelivery {
  endpointId: string
  eventId: string
  body: string
  /** ms of each attempt. */
  attemptsAt: readonly number[]
}

export interface Evidence {
  endpointId: string
  /** The latest first. */
  secrets: readonly KnownSecret[]
  /** The current secrets of the organisation's other endpoints. */
  otherSecrets: readonly string[]
  delivery: SentDelivery | undefined
  now: number
}

/**
 * Explains what is right and wrong about a request that a receiver got. Expected signatures are never part of
 * the answer.
 */
export const verifyReceived = (
  services: Pick<Services, 'crypto'>,
  { body, headers, computedSignature }: VerifySignatureInput,
  evidence: Evidence,
): VerifiedSignature => {
  const header = byName(headers)
  const timestamp = judgeTimestamp(header('x-webhook-timestamp'), evidence.now)
  const { seconds } = timestamp
  const difference = evidence.delivery && compareBodies(evidence.delivery.body, body)
  const shared = { services, evidence, body, changed: difference?.finding }
  const id = header('webhook-id') ?? evidence.delivery?.eventId ?? ''
  const signature = judgeSignature(shared, v1Scheme, header('x-webhook-signature'), seconds)
  const standardText = header('webhook-signature')
  const standardSeconds = header('webhook-timestamp') ?? seconds
  const verdict = verdictOf(signature.finding, timestamp.finding)
  return {
    ok: verdict === 'valid',
    verdict,
    detail: findingTexts[verdict],
    signed: seconds === undefined ? null : signedText(services, `${seconds}.${body}`),
    timestamp: {
      finding: timestamp.finding,
      at: toDateTimeOrNull(timestamp.at),
      ageSeconds: timestamp.ageSeconds,
      toleranceSeconds,
    },
    signature,
    standardSignature:
      standardText === undefined
        ? null
        : judgeSignature(shared, standardScheme(id), standardText, standardSeconds),
    body: difference ?? null,
    computed:
      computedSignature === undefined
        ? null
        : judgeComputed(services, computedSignature, {
            secrets: evidence.secrets,
            seconds: seconds ?? '',
            id,
            body,
          }),
    secrets: evidence.secrets.map((known) => secretToWire(services, known)),
  }
}

const signedText = (services: Pick<Services, 'crypto'>, content: string) => ({
  content,
  bytes: new TextEncoder().encode(content).length,
  sha256: toHex(services.crypto.sha256(content)),
})

/** A wrong signature is reported before an old timestamp, because an old request may have no other fault. */
const verdictOf = (signature: SignatureFinding, timestamp: SignatureFinding): SignatureFinding => {
  if (timestamp === 'timestamp_missing' || timestamp === 'timestamp_malformed') {
    return signature === 'signature_missing' ? signature : timestamp
  }
  return signature === 'valid' ? timestamp : signature
}

const byName = (headers: Readonly<Record<string, string>>) => {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  return (name: string) => lower.get(name)
}

const judgeTimestamp = (text: string | undefined, now: number) => {
  const unreadable = { seconds: undefined, at: null, ageSeconds: null }
  if (text === undefined) return { ...unreadable, finding: 'timestamp_missing' as const }
  if (!/^\d{1,12}$/.test(text)) return { ...unreadable, finding: 'timestamp_malformed' as const }
  const ageSeconds = Math.floor(now / 1000) - Number(text)
  const finding: SignatureFinding =
    ageSeconds > toleranceSeconds
      ? 'timestamp_too_old'
      : ageSeconds < -toleranceSeconds
        ? 'timestamp_in_future'
        : 'valid'
  return { seconds: text, at: Number(text) * 1000, ageSeconds, finding }
}

interface Shared {
  services: Pick<Services, 'crypto'>
  evidence: Evidence
  body: string
  /** How the body was changed on the way, where the sent body is known. */
  changed: SignatureFinding | undefined
}

/** One of the two ways in which a delivery is signed. */
interface Scheme {
  pattern: RegExp
  decode(text: string): Uint8Array
  contentOf(seconds: string, body: string): string
  keyOf(secret: string): string | Uint8Array
}

const v1Scheme: Scheme = {
  pattern: /^v1=([0-9a-f]{64})$/,
  decode: (hex) => Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16)),
  contentOf: (seconds, text) => `${seconds}.${text}`,
  keyOf: (secret) => secret,
}

const standardScheme = (id: string): Scheme => ({
  pattern: /^v1,([A-Za-z0-9+/]{43}=)$/,
  decode: (text) => fromBase64(text) ?? new Uint8Array(),
  contentOf: (seconds, text) => `${id}.${seconds}.${text}`,
  keyOf: standardKey,
})

const judgeSignature = (shared: Shared, scheme: Scheme, text: string | undefined, seconds = '') => {
  const { services, evidence } = shared
  const found = (finding: SignatureFinding, secret?: string) => ({
    finding,
    detail: findingTexts[finding],
    signedWith: secret === undefined ? null : fingerprint(services, secret),
  })
  if (text === undefined) return found('signature_missing')
  const given = text
    .split(' ')
    .flatMap((part) => scheme.pattern.exec(part)?.[1] ?? [])
    .map((part) => scheme.decode(part))
  if (given.length === 0) return found('signature_malformed')
  const fits = (secret: string, seconds: string, body: string) => {
    const expected = hmacContent(services, scheme.keyOf(secret), scheme.contentOf(seconds, body))
    return given.some((one) => services.crypto.equal(one, expected))
  }
  const signer = evidence.secrets.find(({ secret }) => fits(secret, seconds, shared.body))
  if (signer) return found(signer.use === 'ended' ? 'secret_ended' : 'valid', signer.secret)
  return found(...tampered(shared, seconds, fits))
}

/** Finds what was changed on the way, or which other secret signed the request. */
const tampered = (
  { evidence, body, changed }: Shared,
  seconds: string,
  fits: (secret: string, seconds: string, body: string) => boolean,
): [SignatureFinding, string?] => {
  const { delivery, secrets, otherSecrets } = evidence
  if (delivery) {
    const signer = secrets.find(({ secret }) => fits(secret, seconds, delivery.body))
    if (signer && changed) return [changed, signer.secret]
    for (const at of delivery.attemptsAt) {
      const resent = secrets.find(({ secret }) => fits(secret, timestampOf(at), delivery.body))
      if (resent) return ['timestamp_changed', resent.secret]
    }
  }
  if (otherSecrets.some((secret) => fits(secret, seconds, body))) return ['secret_of_other_endpoint']
  if (delivery && delivery.endpointId !== evidence.endpointId) return ['other_endpoint']
  return ['not_signed_by_us']
}

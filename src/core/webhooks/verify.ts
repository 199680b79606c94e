import { toHex } from '../access/authenticate.ts'
import { fromBase64 } from '../bytes.ts'
import type { Services } from '../services.ts'
import { toDateTimeOrNull } from '../time.ts'
import { compareBodies } from './body-difference.ts'
import { judgeComputed } from './computed-signature.ts'
import { fingerprint, type KnownSecret, secretToWire } from './secret.ts'
import { hmacContent, standardKey, timestampOf } from './signature.ts'
import type { SignatureFinding, VerifiedSignature, VerifySignatureInput } from './signature-schema.ts'
import { findingTexts } from './signature-texts.ts'

/** SPEC "Delivery" rule 4: receivers reject what is older. */
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

/** Says of a request that somebody received what is right with it and what is not. Signatures themselves are never told. */
export const verifyReceived = (
  services: Pick<Services, 'crypto'>,
  { body, headers, computedSignature }: VerifySignatureInput,
  evidence: Evidence,
): VerifiedSignature => {
  const header = byName(headers)
  const timestamp = judgeTimestamp(header('x-webhook-timestamp'), evidence.now)
  const difference = evidence.delivery && compareBodies(evidence.delivery.body, body)
  const shared = { services, evidence, body, changed: difference?.finding }
  const signature = judgeSignature(shared, {
    text: header('x-webhook-signature'),
    pattern: /^v1=([0-9a-f]{64})$/,
    decode: bytesOfHex,
    timestamp: timestamp.seconds,
    contentOf: (seconds, text) => `${seconds}.${text}`,
    keyOf: (secret) => secret,
  })
  const standardText = header('webhook-signature')
  const id = header('webhook-id') ?? evidence.delivery?.eventId ?? ''
  const standardSignature =
    standardText === undefined
      ? null
      : judgeSignature(shared, {
          text: standardText,
          pattern: /^v1,([A-Za-z0-9+/]{43}=)$/,
          decode: (text) => fromBase64(text) ?? new Uint8Array(),
          timestamp: header('webhook-timestamp') ?? timestamp.seconds,
          contentOf: (seconds, text) => `${id}.${seconds}.${text}`,
          keyOf: standardKey,
        })
  const verdict = verdictOf(signature.finding, timestamp.finding)
  const content = timestamp.seconds === undefined ? undefined : `${timestamp.seconds}.${body}`
  return {
    ok: verdict === 'valid',
    verdict,
    detail: findingTexts[verdict],
    signed:
      content === undefined
        ? null
        : {
            content,
            bytes: new TextEncoder().encode(content).length,
            sha256: toHex(services.crypto.sha256(content)),
          },
    timestamp: {
      finding: timestamp.finding,
      at: toDateTimeOrNull(timestamp.at),
      ageSeconds: timestamp.ageSeconds,
      toleranceSeconds,
    },
    signature,
    standardSignature,
    body: difference ?? null,
    computed:
      computedSignature === undefined
        ? null
        : judgeComputed(services, computedSignature, {
            secrets: evidence.secrets,
            seconds: timestamp.seconds ?? '',
            id,
            body,
          }),
    secrets: evidence.secrets.map((known) => secretToWire(services, known)),
  }
}

/** A signature that does not fit says more than a timestamp that is old: old ones are wrong in nothing else. */
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
  /** What became of the body on the way, where that is known. */
  changed: SignatureFinding | undefined
}

/** One of the two schemes. */
interface Scheme {
  text: string | undefined
  pattern: RegExp
  decode(text: string): Uint8Array
  timestamp: string | undefined
  contentOf(seconds: string, body: string): string
  keyOf(secret: string): string | Uint8Array
}

const judgeSignature = (shared: Shared, scheme: Scheme) => {
  const { services, evidence } = shared
  const found = (finding: SignatureFinding, secret?: string) => ({
    finding,
    detail: findingTexts[finding],
    signedWith: secret === undefined ? null : fingerprint(services, secret),
  })
  if (scheme.text === undefined) return found('signature_missing')
  const given = scheme.text
    .split(' ')
    .flatMap((part) => scheme.pattern.exec(part)?.[1] ?? [])
    .map((part) => scheme.decode(part))
  if (given.length === 0) return found('signature_malformed')
  const fits = (secret: string, seconds: string, body: string) => {
    const expected = hmacContent(services, scheme.keyOf(secret), scheme.contentOf(seconds, body))
    return given.some((one) => services.crypto.equal(one, expected))
  }
  const seconds = scheme.timestamp ?? ''
  const signer = evidence.secrets.find(({ secret }) => fits(secret, seconds, shared.body))
  if (signer) return found(signer.use === 'ended' ? 'secret_ended' : 'valid', signer.secret)
  return found(...tampered(shared, seconds, fits))
}

/** What was changed on the way, or who else signed it. */
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

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))

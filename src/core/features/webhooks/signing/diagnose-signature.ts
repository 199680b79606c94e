import type { Services } from '../../../engine/services.ts'
import { fromBase64, toHex } from '../../../kernel/bytes.ts'
import { canonicalJson } from '../../../kernel/json.ts'
import { toDateTimeOrNull } from '../../../kernel/time.ts'
import { fingerprint, hmacContent, type KnownSecret, secretToWire, standardKey, timestampOf } from './sign.ts'
import type {
  ComputationFinding,
  SignatureFinding,
  VerifiedSignature,
  VerifySignatureInput,
} from './signature-schema.ts'

/** Sentences for the receiver's developer. */
const findingTexts: Readonly<Record<SignatureFinding, string>> = {
  valid: 'The signature is valid.',
  signature_missing: 'The request has no X-Webhook-Signature. A proxy may have removed it.',
  signature_malformed: 'X-Webhook-Signature must be `v1=` and 64 lower-case hex digits.',
  timestamp_missing: 'The request has no X-Webhook-Timestamp. A proxy may have removed it.',
  timestamp_malformed: 'X-Webhook-Timestamp must be Unix time in whole seconds.',
  other_endpoint: 'X-Webhook-Id belongs to a delivery to another endpoint, which has another secret.',
  body_reformatted:
    'The signature is ours, but the body was parsed and serialised again. Verify the raw body before parsing it.',
  body_whitespace_changed: 'The signature is ours, but white space was added around the body.',
  body_changed: 'The signature is ours, but the body differs from the one that was sent.',
  timestamp_changed:
    'The signature is ours, but belongs to another attempt: X-Webhook-Timestamp does not match it.',
  secret_of_other_endpoint: 'It was signed with the secret of another endpoint of this organisation.',
  secret_ended: 'It was signed with a secret that has since ended.',
  not_signed_by_us: 'No secret of this endpoint made this signature for this timestamp and body.',
  timestamp_too_old: 'The signature is right, but older than five minutes, so receivers reject it.',
  timestamp_in_future: 'The signature is right, but its time is more than five minutes in the future.',
}

const computationTexts: Readonly<Record<ComputationFinding, string>> = {
  right: 'Your computation is right.',
  secret_ended: 'Your computation is right, but with a secret that has ended.',
  secret_without_prefix:
    'The key is the whole text of the secret including `whsec_`; yours lacks the prefix.',
  secret_decoded:
    'The key of X-Webhook-Signature is the text of the secret; you used the bytes that it encodes, as for webhook-signature.',
  secret_with_line_end: 'The key ends with a line break. Trim secrets that you read from a file.',
  timestamp_left_out: 'You signed only the body. Put the timestamp and a dot in front of it.',
  dot_left_out: 'Put a dot between the timestamp and the body.',
  body_left_out: 'You signed the timestamp without the body.',
  timestamp_in_ms: 'You signed milliseconds. Use the timestamp of the header, which is in seconds.',
  body_reformatted: 'You parsed and serialised the body before signing it. Sign the raw body.',
  body_whitespace_changed: 'You signed the body with different white space around it. Sign the raw body.',
  standard_content:
    'You put the event id in front of the timestamp, as for webhook-signature; X-Webhook-Signature does not include it.',
  not_recognised:
    'No known mistake leads to this signature. Most likely it uses another secret: compare fingerprints.',
}

/** `differsAt` is the byte offset of the first difference. */
const compareBodies = (sent: string, received: string) => {
  const encoder = new TextEncoder()
  const [before, after] = [encoder.encode(sent), encoder.encode(received)]
  const finding = sent === received ? ('valid' as const) : kindOf(sent, received)
  return {
    finding,
    detail: finding === 'valid' ? 'The body is identical to the one that was sent.' : findingTexts[finding],
    differsAt: finding === 'valid' ? null : firstDifference(before, after),
    sentBytes: before.length,
    receivedBytes: after.length,
  }
}

const firstDifference = (before: Uint8Array, after: Uint8Array): number => {
  const place = before.findIndex((byte, index) => byte !== after[index])
  return place < 0 ? before.length : place
}

const kindOf = (
  sent: string,
  received: string,
): 'body_whitespace_changed' | 'body_reformatted' | 'body_changed' => {
  // A byte-order mark counts as white space, as in `trim`.
  if (received.trim() === sent) return 'body_whitespace_changed'
  return sameValue(sent, received) ? 'body_reformatted' : 'body_changed'
}

const sameValue = (sent: string, received: string): boolean => {
  try {
    return canonicalJson(JSON.parse(received)) === canonicalJson(JSON.parse(sent))
  } catch {
    // Not JSON, or nested more deeply than any body that is sent.
    return false
  }
}

interface Computed {
  secrets: readonly KnownSecret[]
  /** Timestamp of the request; empty without one. */
  seconds: string
  id: string
  body: string
}

/** The right computation and common mistakes. Each key is tried with each content. */
const keys: readonly [ComputationFinding, (secret: string) => string | Uint8Array][] = [
  ['right', (secret) => secret],
  ['secret_without_prefix', (secret) => secret.slice('whsec_'.length)],
  ['secret_decoded', standardKey],
  ['secret_with_line_end', (secret) => `${secret}\n`],
]
const contents: readonly [ComputationFinding, (computed: Computed) => string][] = [
  ['right', ({ seconds, body }) => `${seconds}.${body}`],
  ['timestamp_left_out', ({ body }) => body],
  ['dot_left_out', ({ seconds, body }) => seconds + body],
  ['body_left_out', ({ seconds }) => seconds],
  ['body_left_out', ({ seconds }) => `${seconds}.`],
  ['timestamp_in_ms', ({ seconds, body }) => `${seconds}000.${body}`],
  ['body_reformatted', ({ seconds, body }) => `${seconds}.${rewritten(body)}`],
  ['body_reformatted', ({ seconds, body }) => `${seconds}.${rewritten(body, 2)}`],
  ['body_whitespace_changed', ({ seconds, body }) => `${seconds}.${body}\n`],
  ['body_whitespace_changed', ({ seconds, body }) => `${seconds}.${body.trim()}`],
  ['standard_content', ({ id, seconds, body }) => `${id}.${seconds}.${body}`],
]
const triedSecrets = 2

/** Finds the mistake that gives a computed signature. Reveals nothing that the caller did not know. */
const judgeComputed = (
  services: Pick<Services, 'crypto'>,
  text: string,
  computed: Computed,
): { finding: ComputationFinding; detail: string; signedWith: string | null } => {
  const given = bytesOf(text)
  for (const [key, keyOf] of given ? keys : []) {
    for (const [content, contentOf] of contents) {
      for (const { secret, use } of computed.secrets.slice(0, triedSecrets)) {
        const expected = hmacContent(services, keyOf(secret), contentOf(computed))
        if (!services.crypto.equal(given!, expected)) continue
        const mistake = key === 'right' ? content : key
        const finding = mistake === 'right' && use === 'ended' ? 'secret_ended' : mistake
        return { finding, detail: computationTexts[finding], signedWith: fingerprint(services, secret) }
      }
    }
  }
  return { finding: 'not_recognised', detail: computationTexts.not_recognised, signedWith: null }
}

const rewritten = (body: string, space?: number): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, space)
  } catch {
    return body
  }
}

/** Parses 32 bytes in hex or base64, with or without a header's prefix; undefined for other text. */
const bytesOf = (text: string): Uint8Array | undefined => {
  const bare = text.trim().replace(/^(v1[=,]|sha256=)/, '')
  if (/^[0-9a-f]{64}$/i.test(bare)) {
    return Uint8Array.from(bare.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  }
  return /^[A-Za-z0-9+/]{43}=?$/.test(bare) ? fromBase64(bare) : undefined
}

/** Receivers reject older timestamps (docs/webhooks.md#signature). */
export const toleranceSeconds = 300

export interface SentDelivery {
  endpointId: string
  eventId: string
  body: string
  /** Time of each attempt, in ms. */
  attemptsAt: readonly number[]
}

export interface Evidence {
  endpointId: string
  secrets: readonly KnownSecret[]
  /** Current secrets of the organisation's other endpoints. */
  otherSecrets: readonly string[]
  delivery: SentDelivery | undefined
  now: number
}

/** Never reveals expected signatures. */
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

/** Reports a wrong signature rather than an old timestamp, which may just mean that the request is old. */
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
  /** Undefined if the sent body is unknown. */
  changed: SignatureFinding | undefined
}

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

/** Names a change in transit, or the other secret that signed the request. */
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

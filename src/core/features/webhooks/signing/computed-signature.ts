import type { Services } from '../../../engine/services.ts'
import { fromBase64 } from '../../../kernel/bytes.ts'
import { fingerprint, type KnownSecret } from './secret.ts'
import { hmacContent, standardKey } from './sign.ts'
import type { ComputationFinding } from './signature-schema.ts'
import { computationTexts } from './signature-texts.ts'

interface Computed {
  secrets: readonly KnownSecret[]
  /** The timestamp's text; empty without one. */
  seconds: string
  /** The event's id. */
  id: string
  body: string
}

/**
 * Common mistakes in the key and in the signed content. Each is tried with everything else right, and each
 * key with each content.
 */
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
/** Older secrets that are tried with every mistake. */
const triedSecrets = 2

/**
 * Finds how a receiver's own code came to its signature. The answer reveals nothing that its caller did not
 * know.
 */
export const judgeComputed = (
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

/** 32 bytes in hex or base64, with or without their prefix in a header; undefined for any other text. */
const bytesOf = (text: string): Uint8Array | undefined => {
  const bare = text.trim().replace(/^(v1[=,]|sha256=)/, '')
  if (/^[0-9a-f]{64}$/i.test(bare)) {
    return Uint8Array.from(bare.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  }
  return /^[A-Za-z0-9+/]{43}=?$/.test(bare) ? fromBase64(bare) : undefined
}

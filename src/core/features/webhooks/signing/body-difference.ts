import { canonicalJson } from '../../../kernel/canonical.ts'
import { findingTexts } from './signature-texts.ts'

/**
 * Compares a received body with the one that was sent. `differsAt` is the offset in bytes of the first
 * difference.
 */
export const compareBodies = (sent: string, received: string) => {
  const encoder = new TextEncoder()
  const [before, after] = [encoder.encode(sent), encoder.encode(received)]
  const finding = sent === received ? ('valid' as const) : kindOf(sent, received)
  return {
    finding,
    detail: finding === 'valid' ? 'The body is the one that was sent, byte for byte.' : findingTexts[finding],
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
  // A byte-order mark counts as white space, as `trim` treats it.
  if (received.trim() === sent) return 'body_whitespace_changed'
  return sameValue(sent, received) ? 'body_reformatted' : 'body_changed'
}

/** True where two texts are the same JSON, formatted differently. */
const sameValue = (sent: string, received: string): boolean => {
  try {
    return canonicalJson(JSON.parse(received)) === canonicalJson(JSON.parse(sent))
  } catch {
    // The text is no JSON, or nested more deeply than any body that was sent.
    return false
  }
}

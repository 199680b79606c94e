import { canonicalJson } from '../../../kernel/canonical.ts'
import { findingTexts } from './signature-texts.ts'

/** How a body that arrived differs from the one that was sent. */
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
  // Also a byte-order mark, which `trim` takes for white space.
  if (received.trim() === sent) return 'body_whitespace_changed'
  return sameValue(sent, received) ? 'body_reformatted' : 'body_changed'
}

/** Whether two texts are the same JSON, written in another way. */
const sameValue = (sent: string, received: string): boolean => {
  try {
    return canonicalJson(JSON.parse(received)) === canonicalJson(JSON.parse(sent))
  } catch {
    // No JSON, or nested deeper than anything that we send.
    return false
  }
}

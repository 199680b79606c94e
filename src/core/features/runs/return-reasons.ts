import type { ReturnReason } from '../../model/return-reasons.ts'

/**
 * Why mail came back, each with the reason of the suppression that is proposed. What the carrier did not find
 * out says that it came back, and no more.
 */
export const returnReasons = {
  MOVED: { suppression: 'moved', sentence: 'The recipient moved away.' },
  DECEASED: { suppression: 'deceased', sentence: 'The recipient died.' },
  UNKNOWN: { suppression: 'returned', sentence: 'The recipient is not known there.' },
  REFUSED: { suppression: 'returned', sentence: 'The recipient refused it.' },
  ADDRESS: { suppression: 'returned', sentence: 'The address is wrong or incomplete.' },
  UNCLAIMED: { suppression: 'returned', sentence: 'It was not collected.' },
  OTHER: { suppression: 'returned', sentence: '' },
} as const satisfies Record<ReturnReason, { suppression: string; sentence: string }>
export type { ReturnReason }

/** The reason that a word names, whatever its letters; undefined for any other word. */
export const returnReasonIn = (word: string): ReturnReason | undefined => {
  const upper = word.trim().toUpperCase()
  return Object.hasOwn(returnReasons, upper) ? (upper as ReturnReason) : undefined
}

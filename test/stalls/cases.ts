import type { CaseAnswer, CaseRequest, Fixtures } from './fixtures.ts'

/** One of the most expensive requests that a caller can make of an operation or a parser. */
export interface Case {
  /** The operation's id, or the name of the parser or page. */
  where: string
  what: string
  /** The status that shows that the request got as far as intended; 0 for any but 401, 429 and 5xx. */
  status: number
  /** Creates the request of one try; several arrive in one turn of the event loop. */
  request(fixtures: Fixtures): CaseRequest | CaseRequest[] | Promise<CaseRequest>
  /** Waits for work after the answer, so that its turns are measured too. */
  after?(fixtures: Fixtures, answer: CaseAnswer): Promise<void>
}

export const familyEmoji = '👨‍👩‍👧‍👦'

/** `{"k0":1,"k1":1,…}` with new names, because parsers cache names. */
export const wide = (count: number): string => {
  const prefix = `k${Math.random().toString(36).slice(2, 8)}`
  return `{${Array.from({ length: count }, (_, n) => `"${prefix}${n}":1`).join(',')}}`
}

export const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

export const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

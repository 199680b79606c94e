import type { Answer, Ask, Shop } from './shop.ts'

/** A request that is as much work as a caller can make of it. */
export interface Case {
  /** The operation's id, or what else parses it. */
  where: string
  what: string
  /** What it is answered, by which it got as far as it was meant to; 0 where any answer but a fault does. */
  status: number
  /** Several arrive in one turn. Made anew for every try. */
  ask(shop: Shop): Ask | Ask[] | Promise<Ask>
  /** What goes on after the answer. */
  after?(shop: Shop, answer: Answer): Promise<void>
}

export const family = '👨‍👩‍👧‍👦'

/** `{"k0":1,"k1":1,…}`, with names that no text before it had: each of them is work to a parser. */
export const wide = (count: number): string => {
  const prefix = `k${Math.random().toString(36).slice(2, 8)}`
  return `{${Array.from({ length: count }, (_, n) => `"${prefix}${n}":1`).join(',')}}`
}

export const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

export const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

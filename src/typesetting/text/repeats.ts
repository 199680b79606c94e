/**
 * The number of slots for fingerprints of texts that were seen once; a later text with the same slot replaces
 * the earlier.
 */
const FINGERPRINTS = 4096

const fingerprint = (text: string): number => {
  // FNV-1a
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/**
 * Caches the value made of a text from its second occurrence on. Most texts that differ between pieces (house
 * numbers, full names) occur once: caching them would fill the old generation of the heap with values that
 * are never used again. Of a first occurrence only a fingerprint of four bytes is kept.
 */
export class RepeatCache<Value extends object> {
  readonly #kept = new Map<string, Value>()
  readonly #once = new Int32Array(FINGERPRINTS)
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(text: string, make: () => Value): Value {
    const known = this.#kept.get(text)
    if (known) return known
    const made = make()
    const print = fingerprint(text)
    const slot = print & (FINGERPRINTS - 1)
    if (this.#once[slot] === print) {
      if (this.#kept.size >= this.#limit) this.#kept.clear()
      this.#kept.set(text, made)
    } else this.#once[slot] = print
    return made
  }
}

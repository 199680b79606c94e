/** Texts that were seen once; a slot is taken over by whatever comes to it next. */
const FINGERPRINTS = 4096

const fingerprint = (text: string): number => {
  // FNV-1a
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/**
 * Keeps what was made of a text from its second time on. Most of what differs between pieces (house numbers,
 * full names) comes once and never again: keeping it would fill the heap with what outlives every quick
 * collection and is garbage a moment later. Of a first time only four bytes stay.
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

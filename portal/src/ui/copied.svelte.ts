/** Duration of the message, in ms. */
const durationMs = 4_000

/** Shows for some seconds that a button has copied. */
export class Copied {
  is = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The clipboard needs https or localhost. */
  async copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    this.is = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.is = false), durationMs)
  }
}

/** Long enough to be read by who looked elsewhere. */
const shownMs = 4_000

/** What a button has given to the clipboard, which it says for some seconds. */
export class Copied {
  is = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Browsers give the clipboard to pages of HTTPS and of this machine only. */
  async copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    this.is = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.is = false), shownMs)
  }
}

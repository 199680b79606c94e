/** Duration of a notice, in ms. */
const shownMs = 5_000

/** Short messages about finished actions, also for screen readers. */
class Notices {
  shown = $state<readonly { id: number; text: string }[]>([])
  #last = 0

  /** Shows a success message. Errors are shown at their form. */
  say(text: string): void {
    const id = ++this.#last
    this.shown = [...this.shown, { id, text }]
    setTimeout(() => {
      this.shown = this.shown.filter((notice) => notice.id !== id)
    }, shownMs)
  }
}

export const notices = new Notices()

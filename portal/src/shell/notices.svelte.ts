/** Duration of a notice, in ms. */
const durationMs = 5_000

/** Short messages about finished actions, also for screen readers. */
class Notices {
  visible = $state<readonly { id: number; text: string }[]>([])
  #last = 0

  /** Shows a success message. Errors are shown at their form. */
  show(text: string): void {
    const id = ++this.#last
    this.visible = [...this.visible, { id, text }]
    setTimeout(() => {
      this.visible = this.visible.filter((notice) => notice.id !== id)
    }, durationMs)
  }
}

export const notices = new Notices()

/** How long a notice is shown. */
const shownMs = 5_000

/** Short sentences about what was done, said to a screen reader too. */
class Notices {
  shown = $state<readonly { id: number; text: string }[]>([])
  #last = 0

  /** Says that something was done. A refusal belongs to its form and stays there. */
  say(text: string): void {
    const id = ++this.#last
    this.shown = [...this.shown, { id, text }]
    setTimeout(() => {
      this.shown = this.shown.filter((notice) => notice.id !== id)
    }, shownMs)
  }
}

export const notices = new Notices()

/** So many at a time; the others wait in the order in which they came. */
export class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  get hasFree(): boolean {
    return this.#free > 0
  }

  take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve()
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

import type { Group } from './navigation.ts'

type Stored = Record<string, boolean>

const keyOf = (userId: string): string => `lettershop.menu.${userId}`

/** Session-storage key of the last entered group, which stays open after a reload, even of Home. */
const enteredOf = (userId: string): string => `lettershop.menu.entered.${userId}`

const read = (userId: string): Stored => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Stored
  } catch {
    return {}
  }
}

/** Open menu groups: those that the user left open in this browser, and the last entered one. */
export class FoldedGroups {
  readonly #userId: string
  #stored = $state.raw<Stored>({})
  /** The last entered group, until it is collapsed or another is entered. */
  #entered = $state<string>()

  constructor(userId: string) {
    this.#userId = userId
    this.#stored = read(userId)
    this.#entered = sessionStorage.getItem(enteredOf(userId)) ?? undefined
  }

  isOpen({ name, isFolded }: Group): boolean {
    return name === this.#entered || (this.#stored[name] ?? !isFolded)
  }

  /** Call on navigation. Pages outside collapsible groups change nothing. */
  enter(group: Group | undefined): void {
    if (!group?.label) return
    this.#entered = group.name
    sessionStorage.setItem(enteredOf(this.#userId), group.name)
  }

  toggle(group: Group): void {
    const isOpen = !this.isOpen(group)
    if (group.name === this.#entered) {
      this.#entered = undefined
      sessionStorage.removeItem(enteredOf(this.#userId))
    }
    this.#stored = { ...this.#stored, [group.name]: isOpen }
    localStorage.setItem(keyOf(this.#userId), JSON.stringify(this.#stored))
  }
}

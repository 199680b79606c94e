import type { Group } from './navigation.ts'

type Kept = Record<string, boolean>

const keyOf = (userId: string): string => `lettershop.menu.${userId}`

const read = (userId: string): Kept => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** Which groups of the menu are open: as a person left them in this browser, and always the one they go to. */
export class FoldedGroups {
  readonly #userId: string
  #kept = $state.raw<Kept>({})
  /** The group of the page that is shown, until the person folds it. */
  #entered = $state<string>()

  constructor(userId: string) {
    this.#userId = userId
    this.#kept = read(userId)
  }

  isOpen({ name, isFolded }: Group): boolean {
    return name === this.#entered || (this.#kept[name] ?? !isFolded)
  }

  /** The page that is shown is another one. */
  enter(group: string | undefined): void {
    this.#entered = group
  }

  toggle(group: Group): void {
    const isOpen = !this.isOpen(group)
    if (group.name === this.#entered) this.#entered = undefined
    this.#kept = { ...this.#kept, [group.name]: isOpen }
    localStorage.setItem(keyOf(this.#userId), JSON.stringify(this.#kept))
  }
}

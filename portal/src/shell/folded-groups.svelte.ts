import type { Group } from './navigation.ts'

type Kept = Record<string, boolean>

const keyOf = (userId: string): string => `lettershop.menu.${userId}`

/** The tab keeps which group was entered last, so that a reload of the first page finds it open. */
const enteredOf = (userId: string): string => `lettershop.menu.entered.${userId}`

const read = (userId: string): Kept => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** Which groups of the menu are open: as a person left them in this browser, and always the one they went to last. */
export class FoldedGroups {
  readonly #userId: string
  #kept = $state.raw<Kept>({})
  /** The group that was entered last: until the person folds it, or enters another. */
  #entered = $state<string>()

  constructor(userId: string) {
    this.#userId = userId
    this.#kept = read(userId)
    this.#entered = sessionStorage.getItem(enteredOf(userId)) ?? undefined
  }

  isOpen({ name, isFolded }: Group): boolean {
    return name === this.#entered || (this.#kept[name] ?? !isFolded)
  }

  /** The page that is shown is another one. One of no group that folds, such as the first, leaves it as it is. */
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
    this.#kept = { ...this.#kept, [group.name]: isOpen }
    localStorage.setItem(keyOf(this.#userId), JSON.stringify(this.#kept))
  }
}
